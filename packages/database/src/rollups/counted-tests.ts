/** The tests themselves as their sums count them, in SQL: the rule of the trigger `count_test`. */
import { sql } from 'kysely';

export const testKey = sql`test_type, message_type, execution_status, status_reason`;

/** By the day in Los Angeles on which they were made. */
export const countedTestDays = sql`
  select (created_at at time zone 'America/Los_Angeles')::date as day, test_type, message_type, execution_status,
    coalesce(status_reason, '') as status_reason, count(*) as tests
  from tests group by 1, 2, 3, 4, 5`;

export const countedTests = sql`
  select ${testKey}, sum(tests)::int8 as tests from (${countedTestDays}) days group by ${testKey}`;
