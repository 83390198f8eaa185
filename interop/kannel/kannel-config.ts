/** Kannel's configuration: a bearerbox bound to one SMSC over SMPP, and a smsbox that accepts messages over HTTP. */

/** Where Kannel stores pending receipts. */
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
  /** The most submit_sm in flight: `max-pending-submits`. */
  readonly window: number;
  /** Default: in memory. */
  readonly receipts?: KannelReceipts;
}

export interface KannelPorts {
  readonly admin: number;
  readonly boxes: number;
  readonly http: number;
}

export const STATUS_PASSWORD = 'status';
export const SENDER = { username: 'interop', password: 'interop' } as const;

/** The contents of kannel.conf. */
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
      // Kannel requires one, although a server with trust authentication ignores it.
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
 * The table for `postgres` receipts. Kannel 1.4.5 deletes by `oid`, which PostgreSQL tables no longer have since version 12, so
 * an ordinary column of that name replaces it.
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
