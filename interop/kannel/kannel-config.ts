/** What Kannel is told: a bearerbox that binds to one SMSC over SMPP, and a smsbox that takes messages over HTTP. */

/** Where Kannel keeps what it must remember until a receipt comes. */
export type KannelReceipts =
  | { readonly kind: 'memory' }
  | {
      readonly kind: 'postgres';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

export interface KannelOptions {
  readonly smsc: {
    readonly host: string;
    readonly port: number;
    readonly systemId: string;
    readonly password: string;
  };
  /** Most submit_sm without an answer at a time: `max-pending-submits`. */
  readonly window: number;
  /** By default in memory. */
  readonly receipts?: KannelReceipts;
}

export interface KannelPorts {
  readonly admin: number;
  readonly boxes: number;
  readonly http: number;
}

export const STATUS_PASSWORD = 'status';
export const SENDER = { username: 'interop', password: 'interop' } as const;

/** The text of kannel.conf. */
export function kannelConfig(options: KannelOptions, ports: KannelPorts): string {
  const { smsc, window, receipts = { kind: 'memory' } } = options;
  return [
    group('core', {
      'admin-port': ports.admin,
      'admin-password': 'admin',
      'status-password': STATUS_PASSWORD,
      'smsbox-port': ports.boxes,
      'box-allow-ip': '127.0.0.1',
      'box-deny-ip': '*.*.*.*',
      'log-level': 2,
      'dlr-storage': receipts.kind === 'postgres' ? 'pgsql' : 'internal',
    }),
    group('smsc', {
      smsc: 'smpp',
      'smsc-id': 'ours',
      host: smsc.host,
      port: smsc.port,
      'transceiver-mode': 1,
      'smsc-username': smsc.systemId,
      'smsc-password': smsc.password,
      'system-type': '',
      'interface-version': 34,
      'max-pending-submits': window,
      'enquire-link-interval': 5,
      'reconnect-delay': 1,
    }),
    group('smsbox', { 'bearerbox-host': '127.0.0.1', 'sendsms-port': ports.http, 'log-level': 2 }),
    group('sendsms-user', { ...SENDER, 'max-messages': 10, concatenation: 1 }),
    ...(receipts.kind === 'postgres' ? receiptTable(receipts) : []),
  ].join('\n');
}

function receiptTable({ host, port, user, database }: KannelReceipts & { kind: 'postgres' }): string[] {
  return [
    group('pgsql-connection', {
      id: 'receipts',
      host,
      port,
      username: user,
      // It insists on one; a server that trusts the socket does not ask for it.
      password: 'none',
      database,
      'max-connections': 10,
    }),
    group('dlr-db', {
      id: 'receipts',
      table: 'dlr',
      'field-smsc': 'smsc',
      'field-timestamp': 'ts',
      'field-source': 'source',
      'field-destination': 'destination',
      'field-service': 'service',
      'field-url': 'url',
      'field-mask': 'mask',
      'field-status': 'status',
      'field-boxc-id': 'boxc',
    }),
  ];
}

/**
 * The table that the `postgres` receipts are kept in. Kannel 1.4.5 deletes by `oid`, which PostgreSQL has not given
 * to tables any more since 12: a real column of that name stands in for it.
 */
export const RECEIPT_TABLE = `
  create table dlr (
    smsc text, ts text, source text, destination text, service text, url text, mask integer, status integer, boxc text,
    oid bigserial primary key
  );
  create index on dlr (smsc, ts);
`;

function group(name: string, fields: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(fields).map(([field, value]) => `${field} = ${quote(value)}`);
  return [`group = ${name}`, ...lines, ''].join('\n');
}

const quote = (value: string | number) => (typeof value === 'number' ? value : `"${value}"`);
