/**
 * Until when a message may wait to be submitted, apart from its deadline, which counts from its submission; and messages
 * that were never sent counted apart (GUARD-8). What waits at this moment keeps the time that it was given.
 */
import { type Kysely, sql } from 'kysely';

const KEY = `carrier, message_type, test_type, status, received, finding, sender_changed`;
const NOT_SENT = `submission_state = 2 and status = 3 and receipt_state = 0`;

const statements = [
  `alter table runs add column expires_at timestamptz`,
  `comment on column runs.expires_at is 'fixed when the run starts: until when its messages may wait to be submitted'`,
  `alter table messages add column expires_at timestamptz`,
  `comment on column messages.expires_at is 'of its run; null where the message was made before this was kept: then deadline_ms from its creation'`,
  `comment on column messages.deadline_at is 'until it is submitted its expiry, then deadline_ms from its submission'`,
  `alter table gateways add column throughput double precision`,
  `comment on column gateways.throughput is 'most a second, null: no limit; of a gateway of the settings. Of one in the database it is in gateway_settings'`,
  // A message that is sent never has an entry here.
  `create index messages_not_sent on messages (created_at desc, id desc) where submission_state = 2`,

  // What was never sent has neither time: it is counted at -infinity, and was so without a finding.
  `lock table rollup_deltas in access exclusive mode`,
  `insert into rollup_deltas (hour, ${KEY}, messages, delay_ms, delayed)
     select '-infinity', carrier, message_type, test_type, status, false, finding,
       coalesce(sender_comparison = 'altered', false), messages, 0, 0
     from (
       select carrier, message_type, test_type, status, sender_comparison, count(*)::int4 as total
       from messages where ${NOT_SENT} group by 1, 2, 3, 4, 5) unsent
     cross join lateral (values ('', -total), ('not sent', total)) as moved (finding, messages)`,

  // Its run and its test are no failure of the carrier either, where nothing else became of any of their messages.
  `update runs r set status_reason = 'not sent'
     from (select run_id, count(*) as total from messages where ${NOT_SENT} group by 1) unsent
     where r.id = unsent.run_id and r.message_total = unsent.total
       and r.status = 'FAILED' and r.status_reason is null and r.closed_at is not null`,
  `update tests t set status_reason = 'not sent'
     from (
       select distinct on (test_id) test_id, status_reason from runs
       where status not in ('WAITING', 'MISSED', 'SKIPPED')
         and test_id in (select test_id from runs where status_reason = 'not sent')
       order by test_id, (status = 'EXECUTING') desc, due_at desc) latest
     where t.id = latest.test_id and latest.status_reason = 'not sent'
       and t.execution_status = 'FAILED' and t.status_reason is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
