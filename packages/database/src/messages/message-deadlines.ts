/**
 * Deadlines and expiries (promise 4): finds what stayed unconfirmed, or waited, for too long. Claimed messages are left
 * alone: their deadline starts with their submission, and otherwise their lease ends them.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';
import { oldestDue } from './claim-endings.ts';
import { isInRange } from './held-messages.ts';
import type { MessageKey } from './message-row.ts';

/** A message past its deadline. Instants are epoch milliseconds. */
export interface OverdueMessage extends MessageKey {
  readonly phoneId: number;
  /** 0: none is assigned to its office. */
  readonly gatewayId: number;
  readonly deadlineAt: number;
  readonly deadlineMs: number;
  /** Whether it was, or may have been, sent to the carrier. */
  readonly isInFlight: boolean;
}

const CHUNKS_PER_PASS = 1_000;

/** Submitted messages past their deadline, locked; messages locked by other processes are skipped. */
export async function takeOverdue(
  tx: Transaction,
  of: { now: number; limit: number },
): Promise<OverdueMessage[]> {
  const { rows } = await sql<OverdueMessage>`
    select m.id, m.created_at as "createdAt", m.phone_id as "phoneId", m.gateway_id as "gatewayId",
      m.deadline_at as "deadlineAt", m.deadline_ms as "deadlineMs", true as "isInFlight"
    from ${oldestDue(of.now)} c
    cross join lateral (
      select * from messages m
      where ${isInRange} and m.submission_state > 1 and m.settled_at is null and not m.deadline_passed
        and m.deadline_at <= ${sqlTime(of.now)} and ${isNotSetAside('deadline', sql`m.id`, of.now)}
      order by m.id for no key update skip locked) m
    limit ${sql.lit(of.limit)}`.execute(tx);
  return rows;
}

/**
 * Takes expired messages out of their chunks. A message whose expiry was set aside moves to a chunk of its own, so that
 * the others can proceed.
 */
export async function takeExpired(
  tx: Transaction,
  of: { now: number; limit: number },
): Promise<OverdueMessage[]> {
  const { rows } = await sql<OverdueMessage & { isSetAside: boolean }>`
    with due as materialized (
      select *, first_id + count as end_id from chunks
      where waiting and expires_at <= ${sqlTime(of.now)} and ${isNotWaitingAlone(of.now)}
      order by expires_at limit ${sql.lit(CHUNKS_PER_PASS)} for no key update skip locked),
    taken as materialized (
      select * from (
        select d.*, least(end_id - next_id, ${sql.lit(of.limit)} - coalesce(sum(end_id - next_id) over (order by expires_at, id
          rows between unbounded preceding and 1 preceding), 0)::int8) as take from due d) t
      where take > 0),
    gone as (delete from chunks where id = any (array(select id from taken where next_id + take = end_id and not origin))),
    moved as (
      update chunks c set next_id = t.next_id + t.take, waiting = t.next_id + t.take < t.end_id
      from taken t where c.id = t.id and (t.origin or t.next_id + t.take < t.end_id)),
    found as materialized (
      select c.id as chunk_id, m.id, m.created_at, m.phone_id, m.gateway_id, m.deadline_at, m.deadline_ms,
        not ${isNotSetAside('deadline', sql`m.id`, of.now)} as set_aside
      from taken c cross join lateral (
        select * from messages m
        where m.created_at = c.created_at and m.id >= c.next_id and m.id < c.next_id + c.take
          and m.submission_state = 0 and m.attempts <= c.attempts
        order by m.id) m),
    alone as (
      insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
        next_id, attempts, origin)
      select t.run_id, t.test_id, t.gateway_id, t.partner_id, t.created_at, t.deadline_ms, t.expires_at, t.due_at, f.id, 1,
        f.id, t.attempts, false
      from found f join taken t on t.id = f.chunk_id where f.set_aside)
    select id, created_at as "createdAt", phone_id as "phoneId", gateway_id as "gatewayId", deadline_at as "deadlineAt",
      deadline_ms as "deadlineMs", false as "isInFlight"
    from found where not set_aside`.execute(tx);
  return rows;
}

/** A message that is set aside is alone in its chunk. */
function isNotWaitingAlone(now: number) {
  return sql<boolean>`(count > 1 or ${isNotSetAside('deadline', sql`chunks.first_id`, now)})`;
}

/** The nearest deadline that is still ahead or not yet handled, epoch milliseconds; null if nothing is open. */
export async function nearestDeadline(db: Database, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select least(
      (select deadline_at from claims order by deadline_at limit 1),
      (select expires_at from chunks where waiting and ${isNotWaitingAlone(now)}
       order by expires_at limit 1)) as at`.execute(db);
  return rows[0]?.at ?? null;
}
