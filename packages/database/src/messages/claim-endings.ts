/**
 * How claims end: with the last of their messages, or by the lease and deadline sweeps. A claim whose messages are all
 * answered has no lease any more; a claim whose messages have all ended is deleted.
 */
import { type RawBuilder, sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';
import { isHeld, isInRange } from './held-messages.ts';
import type { LockedMessage } from './message-ledgers.ts';
import type { MessageKey } from './message-row.ts';

/** The key of a claim. */
export interface ClaimRange {
  /** The first id of its range. */
  readonly claimId: number;
  readonly attempt: number;
}

/** Claims checked per pass. */
const CLAIMS_PER_PASS = 1_000;
/** Added to the lease or deadline of a claim that cannot end yet, not to the current time: a clock may be set back. */
const POSTPONEMENT = sql`interval '1 second'`;

/** Deletes claims whose messages have all ended. */
export async function deleteClaims(tx: Transaction, claims: readonly ClaimRange[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    delete from claims c using ${asTable(claims)} where c.first_id = k.first_id and c.attempt = k.attempt`.execute(
    tx,
  );
}

/** Clears the lease of claims whose outcomes are all written. */
export async function noteAnswered(tx: Transaction, claims: readonly ClaimRange[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    update claims c set lease_until = null from ${asTable(claims)}
    where c.first_id = k.first_id and c.attempt = k.attempt`.execute(tx);
}

function asTable(claims: readonly ClaimRange[]) {
  return rowsAsTable(
    'k',
    claims.toSorted((a, b) => a.claimId - b.claimId),
    { first_id: ['int8', ({ claimId }) => claimId], attempt: ['int4', ({ attempt }) => attempt] },
  );
}

/**
 * Whether any claim's lease has expired. Usually none has, and this check avoids planning a query over all partitions
 * of messages.
 */
export async function hasStaleClaims(tx: Transaction, now: number): Promise<boolean> {
  const { rows } = await sql`select from claims where lease_until < ${sqlTime(now)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Messages in claims whose lease has expired, locked; messages that another process is resolving are skipped. */
export async function takeStaleClaims(
  tx: Transaction,
  of: { limit: number; now: number },
): Promise<(MessageKey & { claimedAt: number })[]> {
  const { rows } = await sql<MessageKey & { claimedAt: number }>`
    select m.id, m.created_at as "createdAt", c.claimed_at as "claimedAt"
    from (select * from claims where lease_until < ${sqlTime(of.now)} order by lease_until limit ${sql.lit(CLAIMS_PER_PASS)}) c
    cross join lateral (
      select m.id, m.created_at from messages m
      where ${isInRange} and ${isHeld} and ${isNotSetAside('lease', sql`m.id`, of.now)}
      order by m.id for no key update skip locked) m
    limit ${sql.lit(of.limit)}`.execute(tx);
  return rows;
}

/** Clears the leases of claims that hold nothing any more, and postpones the others briefly. */
export async function endLeases(tx: Transaction, now: number): Promise<void> {
  await sql`
    with ended as materialized (
      select * from claims where lease_until < ${sqlTime(now)} order by lease_until limit ${sql.lit(CLAIMS_PER_PASS)}
      for update skip locked)
    update claims k set lease_until = case
      when exists (select from messages m where ${isInRange} and ${isHeld}) then c.lease_until + ${POSTPONEMENT} end
    from ended c where k.first_id = c.first_id and k.attempt = c.attempt`.execute(tx);
}

/**
 * Messages of due claims read in one transaction: 10 to 20 ms. A thousand full claims hold a million, and a claim whose
 * messages are ended by receptions or late receipts stays until its deadline.
 */
const MESSAGES_PER_PASS = 10_000;

/**
 * Claims past their deadline, oldest first, up to what one transaction reads. @param due these claims, locked or not
 */
function oldestOf(due: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select * from (select *, coalesce(sum(count) over (order by deadline_at
      rows between unbounded preceding and 1 preceding), 0) as before from ${due} due) due
    where before < ${sql.lit(MESSAGES_PER_PASS)})`;
}

const due = (now: number) => sql`
  select * from claims where deadline_at <= ${sqlTime(now)} order by deadline_at limit ${sql.lit(CLAIMS_PER_PASS)}`;

/** Claims past their deadline, oldest first, up to what {@link endDeadlines} handles per call. */
export function oldestDue(now: number): RawBuilder<unknown> {
  return oldestOf(sql`(${due(now)})`);
}

/**
 * For claims past their deadline: deletes those whose messages have all ended, and sets the next deadline of the
 * others.
 * @returns the number deleted
 */
export async function endDeadlines(tx: Transaction, now: number): Promise<number> {
  // Lock first and read the messages in a later statement: this statement's snapshot may be older than its locks, and
  // would miss a message that a receipt has reopened in between.
  const { rows: claims } = await sql<ClaimRange>`
    with locked as materialized (${due(now)} for update skip locked)
    select first_id as "claimId", attempt from ${oldestOf(sql`locked`)} c`.execute(tx);
  if (claims.length === 0) return 0;
  const { rows } = await sql<{ gone: number }>`
    with looked as materialized (
      select c.first_id, c.attempt, (
        select min(greatest(case when ${isHeld} then c.lease_until else m.deadline_at end, c.deadline_at + ${POSTPONEMENT}))
        from messages m where ${isInRange} and (${isHeld} or (m.submission_state > 1 and m.settled_at is null))) as next
      from ${asTable(claims)} join claims c on c.first_id = k.first_id and c.attempt = k.attempt),
    later as (
      update claims k set deadline_at = l.next
      from looked l where k.first_id = l.first_id and k.attempt = l.attempt and l.next is not null),
    gone as (
      delete from claims k using looked l where k.first_id = l.first_id and k.attempt = l.attempt and l.next is null
      returning 1)
    select count(*)::int4 as gone from gone`.execute(tx);
  return rows[0]?.gone ?? 0;
}

/**
 * Ensures that the deadline sweep finds reopened messages, even if their claim is gone.
 * @param messages with their deadlines, epoch milliseconds
 */
export async function ensureClaims(
  tx: Transaction,
  messages: readonly Pick<
    LockedMessage,
    'id' | 'created_at' | 'attempts' | 'gateway_id' | 'claimed_by' | 'claimed_at' | 'deadline_at'
  >[],
): Promise<void> {
  if (messages.length === 0) return;
  const rows = rowsAsTable('k', messages, {
    id: ['int8', (message) => message.id],
    created_at: ['instant', (message) => message.created_at],
    attempts: ['int4', (message) => message.attempts],
    gateway_id: ['int4', (message) => message.gateway_id],
    worker: ['text', (message) => message.claimed_by ?? ''],
    claimed_at: ['instant', (message) => message.claimed_at ?? message.created_at],
    deadline_at: ['instant', (message) => message.deadline_at],
  });
  await sql`
    insert into claims as c (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, lease_until, deadline_at)
    select id, 1, attempts, created_at, gateway_id, worker, claimed_at, null, deadline_at from ${rows}
    on conflict (first_id, attempt) do update set deadline_at = least(c.deadline_at, excluded.deadline_at)`.execute(
    tx,
  );
}
