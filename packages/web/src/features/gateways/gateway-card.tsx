/** One gateway: the state of its link, since when and why, which offices use it, and its actions. */
import type { Gateway } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { GatewayActions } from './gateway-actions.tsx';
import { kindWords, LINK_WORDS, meaningOf, servesWords, stateOf } from './gateway-words.ts';
import classes from './gateways-screen.module.css';

export function GatewayCard({ gateway }: { gateway: Gateway }) {
  const { name: title, kind, link, source, updatedAt } = gateway;
  const state = stateOf(gateway);
  const { label, tone } = LINK_WORDS[state];
  const meaning = meaningOf(gateway);
  const facts = [
    [state === 'none' ? 'Since' : `${label} since`, formatDateTime(link?.since ?? null)],
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
      <div className={classes.head}>
        <h2>{title}</h2>
        <span className={classes.kind}>{kindWords(kind)}</span>
        <span className={classes.state}>
          <ToneSign tone={tone} size={16} />
          {label}
        </span>
      </div>
      {link?.reason && <p className={classes.reason}>{link.reason}</p>}
      {meaning !== '' && <p className={classes.means}>{meaning}</p>}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <GatewayActions gateway={gateway} />
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
