/** Schedules: what is due next is found by one index, and an occurrence that sent nothing leaves a row as well. */
import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table tests add column overlap text not null default 'skip' check (overlap in ('skip', 'wait'))`,
  `comment on column tests.overlap is 'what an occurrence does that falls due while the run before it is open'`,
  `alter table tests add column schedule_note text`,
  `comment on column tests.schedule_note is 'what the schedule had to be told of: that its time had passed already'`,
  `comment on column tests.next_due is 'the next due instant without a run; null: immediate, or none is left'`,
  `create index tests_due on tests (next_due, id) where next_due is not null`,

  `alter table runs drop constraint runs_status_check`,
  `alter table runs add constraint runs_status_check check (status in
     ('EXECUTING', 'DELIVERED', 'PARTIALLY_DELIVERED', 'FAILED', 'WAITING', 'MISSED', 'SKIPPED'))`,
  `comment on column runs.status is 'WAITING: for the run before it; MISSED, SKIPPED: closed from the beginning, nothing was sent'`,
  `create index runs_open_of_test on runs (test_id) where closed_at is null`,
  `create index runs_waiting on runs (id) where status = 'WAITING'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
