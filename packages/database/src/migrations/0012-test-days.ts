/**
 * Tests counted by the day they were made as well: figures of tests follow dates and stand beside the period before
 * (ANALYTICS-10), and no figure scans the tests.
 */
import { type Kysely, sql } from 'kysely';

const KEY = `test_type, message_type, execution_status, status_reason`;
const COUNTED = `select (created_at at time zone 'America/Los_Angeles')::date, test_type, message_type, execution_status,
       coalesce(status_reason, ''), count(*) from tests group by 1, 2, 3, 4, 5`;

const statements = [
  // What changes from here on waits, and appends deltas that know their day. In the order in which writers go.
  `lock table tests in share row exclusive mode`,
  `lock table test_count_deltas in access exclusive mode`,
  `create table daily_test_counts (
     day date not null,
     test_type text not null,
     message_type text not null,
     execution_status text not null,
     status_reason text not null,
     tests bigint not null,
     primary key (day, ${KEY}))`,
  `comment on column daily_test_counts.day is 'on which they were made, in Los Angeles'`,
  `comment on column daily_test_counts.status_reason is 'empty: none'`,
  `insert into daily_test_counts ${COUNTED} order by 1`,
  // All that is not folded yet is in what was just counted.
  `delete from test_count_deltas`,
  `delete from test_counts`,
  `insert into test_counts select ${KEY}, sum(tests) from daily_test_counts group by ${KEY}`,
  `alter table test_count_deltas add column day date not null`,
  `create or replace function count_test() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' then
       insert into test_count_deltas (day, ${KEY}, tests)
       values ((old.created_at at time zone 'America/Los_Angeles')::date, old.test_type, old.message_type,
         old.execution_status, coalesce(old.status_reason, ''), -1);
     end if;
     if tg_op <> 'DELETE' then
       insert into test_count_deltas (day, ${KEY}, tests)
       values ((new.created_at at time zone 'America/Los_Angeles')::date, new.test_type, new.message_type,
         new.execution_status, coalesce(new.status_reason, ''), 1);
     end if;
     return null;
   end $$`,
  `drop trigger tests_recounted on tests`,
  `create trigger tests_recounted after update on tests for each row
     when ((old.created_at, old.test_type, old.message_type, old.execution_status, old.status_reason)
       is distinct from (new.created_at, new.test_type, new.message_type, new.execution_status, new.status_reason))
     execute function count_test()`,
  `analyze daily_test_counts, test_counts`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
