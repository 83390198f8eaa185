/**
 * Carries messages over that were in flight when this version was installed: waiting ones into chunks, claimed ones and
 * those that wait for a receipt, a handset or their deadline into claims. None is sent again, none is forgotten.
 *
 * A migration of its own, after the one that stopped older workers: it reads what they have committed, for as long as that
 * takes, and locks nothing that others use.
 */
import { type Kysely, sql } from 'kysely';

/** Consecutive ids that share all else make one row; the difference of id and place is the same along such an island. */
const statements = [
  `insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
     next_id, attempts, origin)
   select run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expiry, waited_from, min(id), count(*), min(id),
     attempts, false
   from (
     select *, id - row_number() over (partition by run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expiry,
       waited_from, attempts order by id) as island
     from (select *, coalesce(expires_at, deadline_at) as expiry from messages
       where submission_state = 0 and settled_at is null and not deadline_passed) waiting) islands
   group by run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expiry, waited_from, attempts, island`,
  `insert into claims (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, lease_until, deadline_at)
   select min(id), count(*), attempts, created_at, gateway_id, worker, claimed, lease, min(deadline_at)
   from (
     select *, id - place as island, place / 1000 as part
     from (
       select *, row_number() over (partition by attempts, created_at, gateway_id, worker, claimed, lease order by id) as place
       from (
         select *, coalesce(claimed_by, '') as worker, coalesce(claimed_at, created_at) as claimed,
           case when submission_state = 1 then claim_expires_at end as lease
         from messages
         where submission_state = 1 or (submission_state > 1 and settled_at is null and not deadline_passed)) open) placed
   ) islands
   group by attempts, created_at, gateway_id, worker, claimed, lease, island, part`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
