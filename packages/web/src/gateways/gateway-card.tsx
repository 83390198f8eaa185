/** One gateway: its link, since when it stands so and why, whom it serves, and a way to try it. */
import { Button } from '@mantine/core';
import type { Gateway } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import { useState } from 'react';
import { type TriedGateway, tryGateway } from '../calls/gateways.ts';
import { HttpError } from '../calls/http.ts';
import { ToneSign } from '../messages/tone-sign.tsx';
import { kindWords, LINK_WORDS, meaningOf, servesWords, stateOf } from './gateway-words.ts';
import classes from './gateways-screen.module.css';

export function GatewayCard({ gateway }: { gateway: Gateway }) {
  const { id, name, kind, link, source } = gateway;
  const state = stateOf(gateway);
  const { label, tone } = LINK_WORDS[state];
  const meaning = meaningOf(gateway);
  return (
    <li className={classes.card} data-state={state}>
      <div className={classes.head}>
        <h2>{name}</h2>
        <span className={classes.kind}>{kindWords(kind)}</span>
        <span className={classes.state}>
          <ToneSign tone={tone} size={16} />
          {label}
        </span>
      </div>
      {link?.reason && <p className={classes.reason}>{link.reason}</p>}
      {meaning !== '' && <p className={classes.means}>{meaning}</p>}
      <dl className={classes.facts}>
        <div>
          <dt>{state === 'none' ? 'Since' : `${label} since`}</dt>
          <dd>{formatDateTime(link?.since ?? null)}</dd>
        </div>
        <div>
          <dt>Serves</dt>
          <dd>{servesWords(gateway)}</dd>
        </div>
        <div>
          <dt>Set up</dt>
          <dd>{source === 'database' ? 'over HTTP' : 'by the carriers file or the lab'}</dd>
        </div>
      </dl>
      {source === 'database' && <Trial id={id} name={name} />}
    </li>
  );
}

/** Connects from here, without sending anything: what the carrier says to it. */
function Trial({ id, name }: { id: number; name: string }) {
  const [trying, setTrying] = useState(false);
  const [tried, setTried] = useState<TriedGateway | null>(null);

  async function run() {
    setTrying(true);
    try {
      setTried(await tryGateway(id));
    } catch (error) {
      console.error('Failed to try the gateway', error);
      const detail = error instanceof HttpError ? error.problem?.detail : undefined;
      setTried({ ok: false, words: detail ?? 'The server could not try it. Please try again.' });
    }
    setTrying(false);
  }

  return (
    <div className={classes.trial}>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Try to connect ${name}`}
        aria-disabled={trying}
        onClick={() => !trying && void run()}
      >
        {trying ? 'Connecting...' : 'Try to connect'}
      </Button>
      <p role="status">
        {tried !== null && !trying && (
          <>
            <ToneSign tone={tried.ok ? 'arrived' : 'failed'} />
            {tried.words}
          </>
        )}
      </p>
    </div>
  );
}
