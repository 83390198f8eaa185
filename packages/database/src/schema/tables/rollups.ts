/**
 * Rollups: sums over messages by hour, by day and over all time, also by partner, gateway and office
 * (docs/decisions/0014-precompute-sums.md).
 *
 * A transaction appends its changes as one row of arrays. Measured on PostgreSQL 18 with 500 messages per transaction and
 * 22 keys, in µs of PostgreSQL time per message beyond an empty transaction:
 *
 *     offices in the transaction             1     20    500
 *     a row for each key                   0.5    0.4    0.5    (without offices)
 *     a row for each office and key        0.6    4.2   12.5
 *     rows for keys, partners, offices     1.6    4.2   18
 *     one row of arrays, compressed        0.4    0.7    1.9
 *     one row of arrays, not compressed    0.3    0.6    1.2
 *     one row, packed in a bytea           0.3    0.5    0.7    (another 0.5 or more per message to fold and read)
 */

/** The dimensions of messages except time and scope. */
const KIND = `carrier text not null,
     message_type text not null,
     test_type text not null,
     status smallint not null,
     received boolean not null,
     finding text not null,
     sender_changed boolean not null,
     files text not null,
     unaltered text not null,
     verdict text not null,
     receipt text not null`;
const KEY =
  'carrier, message_type, test_type, status, received, finding, sender_changed, files, unaltered, verdict, receipt';
const AMOUNTS = `messages bigint not null,
     delay_ms bigint not null,
     delayed bigint not null`;
const TYPES: Record<string, string> = { hour: 'timestamptz', day: 'date' };

/** Sums over all messages, with the leading columns of their keys. */
const OVERALL = { hourly_rollups: ['hour'], daily_rollups: ['day'], overall_rollups: [] };

function overallTable([table, time]: [string, readonly string[]]): string {
  return `create table ${table} (${columns(time)}
     ${KIND},
     ${AMOUNTS},
     primary key (${[...time, KEY].join(', ')}))`;
}

/** The primary keys of sums by scope. Time comes second, so that a period of one partner or gateway occupies few pages. */
const SCOPED = {
  hourly_partner_rollups: ['partner_id', 'hour', 'gateway_id'],
  daily_partner_rollups: ['partner_id', 'day', 'gateway_id'],
  overall_partner_rollups: ['partner_id', 'gateway_id'],
  hourly_gateway_rollups: ['gateway_id', 'hour'],
  daily_gateway_rollups: ['gateway_id', 'day'],
  overall_gateway_rollups: ['gateway_id'],
};

function scopedTable([table, key]: [string, readonly string[]]): string {
  return `create table ${table} (${columns(key)}
     kind_id integer not null,
     ${AMOUNTS},
     primary key (${key.join(', ')}, kind_id))`;
}

function columns(names: readonly string[]): string {
  return names.map((name) => `${name} ${TYPES[name] ?? 'integer'} not null,`).join('\n     ');
}

export const rollupTables: readonly string[] = [
  `create table rollup_deltas (
     id bigint generated always as identity primary key,
     hours timestamptz[] not null,
     carriers text[] not null,
     message_types text[] not null,
     test_types text[] not null,
     statuses smallint[] not null,
     received boolean[] not null,
     findings text[] not null,
     sender_changed boolean[] not null,
     files text[] not null,
     unaltered text[] not null,
     verdicts text[] not null,
     receipts text[] not null,
     messages integer[] not null,
     delay_ms bigint[] not null,
     delayed integer[] not null,
     key_indexes smallint[] not null,
     office_ids integer[] not null,
     partner_ids integer[] not null,
     gateway_ids integer[] not null,
     office_messages integer[] not null,
     office_delay_ms bigint[] not null,
     office_delayed integer[] not null)`,
  `comment on table rollup_deltas is 'one row per transaction: its changes by key, and the same changes by office'`,
  `comment on column rollup_deltas.key_indexes is 'for each change by office: the index, from 1, of its key in hours, carriers and so on'`,
  // Compressing them takes longer than writing them, and they live for a second.
  `alter table rollup_deltas
     alter key_indexes set storage external,
     alter office_ids set storage external,
     alter partner_ids set storage external,
     alter gateway_ids set storage external,
     alter office_messages set storage external,
     alter office_delay_ms set storage external,
     alter office_delayed set storage external`,

  ...Object.entries(OVERALL).map(overallTable),
  `comment on column daily_rollups.day is 'in Los Angeles; -infinity for messages without a sent or received time'`,
  ...Object.keys(OVERALL).map((table) => `comment on column ${table}.finding is 'empty: none'`),

  `create table rollup_kinds (
     id integer generated always as identity primary key,
     ${KIND},
     unique (${KEY}))`,
  `comment on table rollup_kinds is 'the dimensions of sums by scope, except time and scope; numbered, because those tables have millions of rows'`,
  ...Object.entries(SCOPED).map(scopedTable),
  `create table daily_office_rollups (
     office_id integer not null,
     day date not null,
     partner_id integer not null,
     gateway_id integer not null,
     kind_ids integer[] not null,
     messages integer[] not null,
     delay_ms bigint[] not null,
     delayed integer[] not null,
     primary key (office_id, day, partner_id, gateway_id))`,
  `comment on column daily_office_rollups.kind_ids is 'a kind that is listed twice counts twice'`,
];
