/** Gateways (/gateways): each link's state, since when and why, and the offices that use it. Links that are down come first. */
import { Button, CloseButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Gateway, GatewayHours } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { getGatewayHours } from '../../api/gateways.ts';
import { kindWords, LINK_WORDS, stateOf } from '../../directory/gateway-state.ts';
import { useGateways } from '../../directory/use-gateways.ts';
import { counted } from '../../ui/counted.ts';
import { Freshness, LoadFailure, RefreshButton } from '../../ui/refresh-button.tsx';
import { Only } from '../../ui/role.tsx';
import { Screen, ScreenHeader } from '../../ui/screen.tsx';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { GatewayActions } from './gateway-actions.tsx';
import { ignoredWords, meaningOf, servesWords, troubledFirst } from './gateway-words.ts';
import classes from './gateways-screen.module.css';
import { LastDay } from './last-day.tsx';

const HOURS_POLL_MS = 60_000;

export function GatewaysScreen() {
  const { query, isFailed, refresh } = useGateways({ watching: true });
  const gateways = query.data;
  const hours = useQuery({
    queryKey: ['gateway-hours'],
    queryFn: ({ signal }) => getGatewayHours({ signal, background: true }),
    refetchInterval: HOURS_POLL_MS,
  });
  return (
    <Screen title="Gateways">
      <ScreenHeader title="Gateways" note={<Freshness updatedAt={query.dataUpdatedAt} />} hasTimes>
        <RefreshButton isFetching={query.isFetching} onClick={refresh} />
        {gateways?.length !== 0 && NEW_GATEWAY}
      </ScreenHeader>
      <SavedNotice gateways={gateways ?? []} />
      {isFailed && (
        <LoadFailure>
          The gateways could not be loaded{gateways ? '; those below may be out of date' : ''}.
        </LoadFailure>
      )}
      {gateways === undefined && query.isPending && (
        <ul className={classes.list} aria-busy="true" aria-label="Gateways">
          <li className={`surface ${classes.card}`}>
            <div className="bone" />
          </li>
        </ul>
      )}
      {gateways?.length === 0 && (
        <div className={classes.empty}>
          <p>No gateway is set up, so nothing can be sent.</p>
          {NEW_GATEWAY}
        </div>
      )}
      {gateways !== undefined && gateways.length > 0 && (
        <>
          <ul className={classes.list} aria-label="Gateways">
            {troubledFirst(gateways).map((gateway) => (
              <GatewayCard
                key={gateway.id}
                gateway={gateway}
                hours={hours.data?.find(({ gatewayID }) => gatewayID === gateway.id)?.hours}
              />
            ))}
          </ul>
          <p className={classes.about}>
            At most 5 seconds old, as reported by the workers. Passwords are never shown. Worker logs show
            every connection attempt.
          </p>
        </>
      )}
    </Screen>
  );
}

const NEW_GATEWAY = (
  <Only roles={ADMINISTRATORS}>
    <Button component={Link} to="/gateways/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New gateway
    </Button>
  </Only>
);

/** Navigation state set by the forms. */
interface Saved {
  readonly id: number;
  readonly isNew?: boolean;
  /** How many offices were reassigned. */
  readonly offices?: number;
}

/** Shown above the gateways: what was just saved, and the next step. */
function SavedNotice({ gateways }: { gateways: readonly Gateway[] }) {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [saved, setSaved] = useState((state as { saved?: Saved } | null)?.saved ?? null);
  // Shown once: clear the state so that returning to this URL does not repeat it.
  useEffect(() => {
    if (state !== null) void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, navigate]);
  const gateway = gateways.find(({ id }) => id === saved?.id);
  return (
    // Always rendered, so that screen readers announce it.
    <div role="status">
      {saved !== null && gateway !== undefined && (
        <div className={classes.saved}>
          <span>{savedWords(saved, gateway)}</span>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => setSaved(null)} />
        </div>
      )}
    </div>
  );
}

function savedWords({ id, isNew, offices }: Saved, { name, isDefault }: Gateway) {
  if (offices !== undefined) return `Saved. ${counted(offices, 'office')} reassigned.`;
  if (isNew !== true) return `Saved ${name}. Workers reconnect within a few seconds.`;
  return (
    <>
      {name} is set up. Workers connect within a few seconds.{' '}
      {isDefault ? (
        <>
          It serves the offices without their own gateway: <Link to="/create-tests">create a test</Link>.
        </>
      ) : (
        <>
          It sends nothing until <Link to={`/gateways/${id}/offices`}>you assign offices</Link>.
        </>
      )}
    </>
  );
}

interface GatewayCardProps {
  readonly gateway: Gateway;
  /** Undefined while unknown. */
  readonly hours: GatewayHours['hours'] | undefined;
}

export function GatewayCard({ gateway, hours }: GatewayCardProps) {
  const { name: title, kind, link, source, updatedAt } = gateway;
  const state = stateOf(gateway);
  const { label, tone } = LINK_WORDS[state];
  const meaning = meaningOf(gateway);
  const facts = [
    ['Used by', servesWords(gateway)],
    ...(source === 'settings'
      ? [['Managed in', 'the gateways file or the lab']]
      : [
          ['Connects to', accountWords(gateway)],
          ['Changed', formatDateTime(updatedAt)],
        ]),
  ];
  return (
    <li className={`surface ${classes.card}`} data-state={state}>
      <p className={classes.state}>
        <ToneSign tone={tone} size={16} />
        <span>
          <strong>{label}</strong>
          {link !== null && ` since ${formatDateTime(link.since)}`}
        </span>
      </p>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span className={classes.kind}>{kindWords(kind)}</span>
      </div>
      {link?.reason && <p className={classes.reason}>{link.reason}</p>}
      {meaning !== '' && <p className={classes.means}>{meaning}</p>}
      {ignoredWords(gateway).map((words) => (
        <p key={words} className={classes.means}>
          {words}
        </p>
      ))}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hours !== undefined && <LastDay hours={hours} />}
      <Only roles={ADMINISTRATORS}>
        <GatewayActions gateway={gateway} />
      </Only>
    </li>
  );
}

/** Where it connects and as whom, as configured: `smpp.example.com:2775 (TLS) as textprobe`. The default port and address are omitted. */
export function accountWords({ kind, settings }: Pick<Gateway, 'kind' | 'settings'>): string {
  if (settings === null) return '';
  if (kind === 'twilio') return `${settings.baseUrl ?? 'Twilio'} as ${settings.accountSid}`;
  const { host, port, tls, systemId } = settings;
  return `${host}${port === undefined ? '' : `:${port}`}${tls === true ? ' (TLS)' : ''} as ${systemId}`;
}
