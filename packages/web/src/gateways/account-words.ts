/** Where a gateway of the database connects, and as whom: `smpp.example.com:2775 (TLS) as textprobe`. */
import type { Gateway } from '@textprobe/contract/gateways';

/** As it was written: the usual port and address go unsaid. */
export function accountWords({ kind, settings }: Pick<Gateway, 'kind' | 'settings'>): string {
  if (settings === null) return '';
  if (kind === 'twilio') return `${settings.baseUrl ?? 'Twilio'} as ${settings.accountSid}`;
  const { host, port, tls, systemId } = settings;
  return `${host}${port === undefined ? '' : `:${port}`}${tls === true ? ' (TLS)' : ''} as ${systemId}`;
}
