/**
 * Sums by partner, gateway and office beside those over all messages, for figures that follow an account's scope, and
 * the verdict and whether a message arrived unaltered in the key of both. Here only tables change, which takes
 * milliseconds; the messages of before are counted afterwards, a day at a time (`rollups/count-days.ts`).
 *
 * A transaction appends its changes as one row of arrays. Measured on PostgreSQL 18 with 500 messages a transaction,
 * 22 keys, in µs of PostgreSQL a message beyond an empty transaction:
 *
 *     offices in the transaction             1     20    500
 *     a row for each key, as before        0.5    0.4    0.5    (knows no offices)
 *     a row for each office and key        0.6    4.2   12.5
 *     rows for keys, partners, offices     1.6    4.2   18
 *     one row of arrays, compressed        0.4    0.7    1.9
 *     one row of arrays, not compressed    0.3    0.6    1.2
 *     one row, packed in a bytea           0.3    0.5    0.7    (another 0.5 or more a message to fold and to read)
 */
import { type Kysely, sql } from 'kysely';

const KIND = `
     carrier text not null,
     message_type text not null,
     test_type text not null,
     status smallint not null,
     received boolean not null,
     finding text not null,
     sender_changed boolean not null,
     verdict text not null,
     unaltered text not null`;
const UNALTERED = `'yes or no; empty: in neither, or not told apart yet'`;
const VERDICT = `'empty: not told apart yet'`;
const SUMS = `
     messages bigint not null,
     delay_ms bigint not null,
     delayed bigint not null`;

/** The columns of the primary key. The time comes second, so that a span of one partner or gateway lies in few pages. */
const SCOPED = {
  hourly_partner_rollups: ['partner_id', 'hour', 'gateway_id'],
  daily_partner_rollups: ['partner_id', 'day', 'gateway_id'],
  overall_partner_rollups: ['partner_id', 'gateway_id'],
  hourly_gateway_rollups: ['gateway_id', 'hour'],
  daily_gateway_rollups: ['gateway_id', 'day'],
  overall_gateway_rollups: ['gateway_id'],
};
const TYPES: Record<string, string> = { hour: 'timestamptz', day: 'date' };

const statements = [
  // What is appended from here on waits, and knows offices. Locked before it is read: a change that commits in between
  // would be lost.
  `lock table rollup_deltas in access exclusive mode`,
  `create temporary table deltas_before on commit drop as select * from rollup_deltas`,
  `drop table rollup_deltas`,
  `create table rollup_deltas (
     id bigint generated always as identity primary key,
     created_on date not null,
     hours timestamptz[] not null,
     carriers text[] not null,
     message_types text[] not null,
     test_types text[] not null,
     statuses smallint[] not null,
     received boolean[] not null,
     findings text[] not null,
     sender_changed boolean[] not null,
     verdicts text[] not null,
     unaltered text[] not null,
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
  `comment on table rollup_deltas is 'a row for each transaction and day: its changes by key, and the same changes by office'`,
  `comment on column rollup_deltas.created_on is 'the UTC day on which its messages were created'`,
  `comment on column rollup_deltas.key_indexes is 'for each change by office the place of its key in hours, carriers and so on, from 1'`,
  // Compressing them takes longer than writing them, and they live for a second.
  `alter table rollup_deltas ${[
    'key_indexes',
    'office_ids',
    'partner_ids',
    'gateway_ids',
    'office_messages',
    'office_delay_ms',
    'office_delayed',
  ]
    .map((column) => `alter ${column} set storage external`)
    .join(', ')}`,
  // Kept under their ids, by which they may be set aside. Their messages are of days that are counted below.
  `insert into rollup_deltas (id, created_on, hours, carriers, message_types, test_types, statuses, received, findings,
     sender_changed, verdicts, unaltered, messages, delay_ms, delayed, key_indexes, office_ids, partner_ids, gateway_ids,
     office_messages, office_delay_ms, office_delayed)
   overriding system value
     select id, '-infinity', array[hour], array[carrier], array[message_type], array[test_type], array[status],
       array[received], array[finding], array[sender_changed], array[''], array[''], array[messages], array[delay_ms],
       array[delayed], '{}', '{}', '{}', '{}', '{}', '{}', '{}'
     from deltas_before order by id`,
  `select setval(pg_get_serial_sequence('rollup_deltas', 'id'), coalesce(max(id), 1), max(id) is not null) from rollup_deltas`,

  // The primary keys follow in a step of their own (`rollups/widen-keys.ts`): making an index locks out who writes.
  ...['hourly_rollups', 'daily_rollups', 'overall_rollups'].flatMap((table) => [
    `alter table ${table} add column verdict text not null default '', add column unaltered text not null default ''`,
    `comment on column ${table}.verdict is ${VERDICT}`,
    `comment on column ${table}.unaltered is ${UNALTERED}`,
  ]),

  `create table rollup_kinds (
     id integer generated always as identity primary key,${KIND},
     unique (carrier, message_type, test_type, status, received, finding, sender_changed, verdict, unaltered))`,
  `comment on table rollup_kinds is 'what sums by scope are kept by besides their time and whose they are; numbered, as those have millions of rows'`,
  `comment on column rollup_kinds.verdict is ${VERDICT}`,
  `comment on column rollup_kinds.unaltered is ${UNALTERED}`,
  ...Object.entries(SCOPED).map(
    ([table, key]) => `create table ${table} (
     ${key.map((column) => `${column} ${TYPES[column] ?? 'integer'} not null`).join(',\n     ')},
     kind_id integer not null,${SUMS},
     primary key (${key.join(', ')}, kind_id))`,
  ),
  `comment on column hourly_partner_rollups.partner_id is '0: of an office that is gone'`,
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
  `comment on column daily_office_rollups.kind_ids is 'a kind that stands there twice counts twice'`,

  // Noted since large lists; no message can come meanwhile without its deltas.
  `create table uncounted_days (day date primary key)`,
  `comment on table uncounted_days is 'UTC days of creation whose messages are in no sum by scope yet; the fold leaves out what changes of them'`,
  `insert into uncounted_days select distinct day from message_days`,

  `create table carry_over_steps (
     name text primary key,
     done_at timestamptz not null)`,
  `comment on table carry_over_steps is 'what has been done to the rows of earlier versions, outside the migrations'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
