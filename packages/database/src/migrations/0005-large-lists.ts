/**
 * What keeps lists and figures quick at ten million messages: sums by day and over all time beside the hourly ones,
 * counted tests, the days on which a carrier or a type has messages at all, and indexes for what is rare.
 */
import { type Kysely, sql } from 'kysely';

const SUMS = `sum(messages), sum(delay_ms), sum(delayed)`;
const KEY = `carrier, message_type, test_type, status, received`;
const COLUMNS = `
     carrier text not null,
     message_type text not null,
     test_type text not null,
     status smallint not null,
     received boolean not null,
     messages bigint not null,
     delay_ms bigint not null,
     delayed bigint not null`;

const statements = [
  // Rollups -----------------------------------------------------------------------------------------------
  `create table daily_rollups (
     day date not null,${COLUMNS},
     primary key (day, ${KEY}))`,
  `comment on column daily_rollups.day is 'in Los Angeles; -infinity for messages without a sent or received time'`,
  `create table overall_rollups (${COLUMNS},
     primary key (${KEY}))`,
  `insert into daily_rollups
     select (hour at time zone 'America/Los_Angeles')::date, ${KEY}, ${SUMS} from hourly_rollups
     group by 1, ${KEY} order by 1`,
  `insert into overall_rollups select ${KEY}, ${SUMS} from hourly_rollups group by ${KEY}`,

  // Tests -------------------------------------------------------------------------------------------------
  // Counted like messages: a change appends what it changes, the same job adds it up.
  `create table test_counts (
     test_type text not null,
     message_type text not null,
     execution_status text not null,
     status_reason text not null,
     tests bigint not null,
     primary key (test_type, message_type, execution_status, status_reason))`,
  `comment on column test_counts.status_reason is 'empty: none'`,
  `create table test_count_deltas (
     id bigint generated always as identity primary key,
     test_type text not null,
     message_type text not null,
     execution_status text not null,
     status_reason text not null,
     tests integer not null)`,
  `create function count_test() returns trigger language plpgsql as $$
   begin
     if tg_op <> 'INSERT' then
       insert into test_count_deltas (test_type, message_type, execution_status, status_reason, tests)
       values (old.test_type, old.message_type, old.execution_status, coalesce(old.status_reason, ''), -1);
     end if;
     if tg_op <> 'DELETE' then
       insert into test_count_deltas (test_type, message_type, execution_status, status_reason, tests)
       values (new.test_type, new.message_type, new.execution_status, coalesce(new.status_reason, ''), 1);
     end if;
     return null;
   end $$`,
  `create trigger tests_counted after insert or delete on tests for each row execute function count_test()`,
  `create trigger tests_recounted after update on tests for each row
     when ((old.test_type, old.message_type, old.execution_status, old.status_reason)
       is distinct from (new.test_type, new.message_type, new.execution_status, new.status_reason))
     execute function count_test()`,
  `insert into test_counts
     select test_type, message_type, execution_status, coalesce(status_reason, ''), count(*) from tests
     group by 1, 2, 3, 4`,

  // Days --------------------------------------------------------------------------------------------------
  // A set, not a count: it only grows, so that a message which comes costs a look at an index and locks nothing.
  `create table message_days (
     day date not null,
     carrier text not null,
     message_type text not null,
     test_type text not null,
     primary key (day, carrier, message_type, test_type))`,
  `comment on table message_days is 'the UTC days of creation that hold messages of a carrier and of types'`,
  `create function note_message_days() returns trigger language plpgsql as $$
   begin
     insert into message_days
     select distinct (created_at at time zone 'UTC')::date, carrier, message_type, test_type from created
     order by 1, 2, 3, 4
     on conflict do nothing;
     return null;
   end $$`,
  `create trigger messages_noted after insert on messages referencing new table as created
     for each statement execute function note_message_days()`,
  `insert into message_days
     select distinct (created_at at time zone 'UTC')::date, carrier, message_type, test_type from messages`,
  // A table that was filled at once is unknown to the planner until somebody looks at it.
  `analyze daily_rollups, overall_rollups, test_counts, message_days`,

  // Indexes -----------------------------------------------------------------------------------------------
  // Of a message that ends well neither ever holds an entry: they cost the way of a message nothing.
  `create index messages_unsuccessful on messages (status, created_at desc, id desc) where status in (2, 3)`,
  `create index messages_arrived_unsent on messages (created_at)
     where submitted_at is null and (received_at is not null or (evidence = 'receipt' and receipt_state = 3))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
