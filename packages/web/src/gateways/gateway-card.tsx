/** One gateway: its link, since when it stands so and why, whom it serves, and what can be done with it. */
import type { Gateway } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import { ToneSign } from '../messages/tone-sign.tsx';
import { accountWords } from './account-words.ts';
import { GatewayActions } from './gateway-actions.tsx';
import { kindWords, LINK_WORDS, meaningOf, servesWords, stateOf } from './gateway-words.ts';
import classes from './gateways-screen.module.css';

export function GatewayCard({ gateway }: { gateway: Gateway }) {
  const { name, kind, link, source, updatedAt } = gateway;
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
        {source === 'settings' ? (
          <div>
            <dt>Set up</dt>
            <dd>by the carriers file or the lab</dd>
          </div>
        ) : (
          <>
            <div>
              <dt>Connects to</dt>
              <dd>{accountWords(gateway)}</dd>
            </div>
            <div>
              <dt>Changed</dt>
              <dd>{formatDateTime(updatedAt)}</dd>
            </div>
          </>
        )}
      </dl>
      <GatewayActions gateway={gateway} />
    </li>
  );
}
