/**
 * How messages arrived, counted and filterable: the sender that the handset saw beside the one that was sent, and in the
 * rollups what was found about each message. Sums are made anew from the messages, which takes about half a minute for
 * ten million.
 */
import { type Kysely, sql } from 'kysely';

const KEY = `carrier, message_type, test_type, status, received, finding, sender_changed`;
const SUMS = `sum(messages), sum(delay_ms), sum(delayed)`;
const SUM_TABLES = { hourly_rollups: 'hour, ', daily_rollups: 'day, ', overall_rollups: '' };

/** The rule of `message-finding.ts` and `rollup-rebuild.ts` as it was when this was written. */
const COUNTED = `
  select coalesce(date_trunc('hour', coalesce(submitted_at, arrived_at), 'UTC'), '-infinity') as hour,
    carrier, message_type, test_type, status, received, finding, false as sender_changed, count(*) as messages,
    coalesce(sum(delay_ms) filter (where received), 0) as delay_ms,
    count(delay_ms) filter (where received) as delayed
  from (
    select *, status = 5 or (status = 4 and evidence = 'receipt') as received,
      case when comparison = 'intact' then 'identical' when comparison = 'unknown' then 'text not told'
        when comparison is not null then comparison
        when handset_offline and (status = 2 or (status = 4 and evidence = 'handset')) then 'handset offline'
        else '' end as finding,
      case when arrived_at is not null and submitted_at is not null
        then greatest(0, round(extract(epoch from arrived_at - submitted_at) * 1000))::int8 end as delay_ms
    from (
      select *, coalesce(received_at, case when evidence = 'receipt' and receipt_state = 3 then receipt_at end)
        as arrived_at
      from messages) timed) m
  group by 1, carrier, message_type, test_type, status, received, finding`;

const statements = [
  `alter table messages add column sender_comparison text`,
  `alter table receptions add column sender_comparison text`,
  `comment on column messages.comparison is 'of all copies the one that proves most; intact stood for identical and equivalent before they were told apart'`,
  `comment on column messages.sender_comparison is 'identical or altered; null: no handset told a sender'`,

  // Of a message that arrives as it was sent none of these ever holds an entry.
  `create index messages_compared on messages (comparison, created_at desc, id desc)
     where comparison in ('unknown', 'altered', 'joined wrongly', 'truncated', 're-encoded', 'equivalent')`,
  `create index messages_sender_changed on messages (created_at desc, id desc) where sender_comparison = 'altered'`,
  `create index messages_handset_offline on messages (created_at desc, id desc) where handset_offline`,

  // What changes from here on waits.
  `lock table rollup_deltas in access exclusive mode`,
  `delete from rollup_deltas`,
  `alter table rollup_deltas add column finding text not null, add column sender_changed boolean not null`,
  ...Object.entries(SUM_TABLES).flatMap(([table, time]) => [
    `truncate ${table}`,
    `alter table ${table} drop constraint ${table}_pkey,
       add column finding text not null, add column sender_changed boolean not null,
       add primary key (${time}${KEY})`,
    `comment on column ${table}.finding is 'empty: none'`,
  ]),
  `insert into hourly_rollups (hour, ${KEY}, messages, delay_ms, delayed) ${COUNTED} order by 1`,
  `insert into daily_rollups (day, ${KEY}, messages, delay_ms, delayed)
     select (hour at time zone 'America/Los_Angeles')::date, ${KEY}, ${SUMS} from hourly_rollups
     group by 1, ${KEY} order by 1`,
  `insert into overall_rollups (${KEY}, messages, delay_ms, delayed)
     select ${KEY}, ${SUMS} from hourly_rollups group by ${KEY}`,
  `analyze hourly_rollups, daily_rollups, overall_rollups`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
