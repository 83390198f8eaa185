/**
 * Deadlines and expiries (promise 4): one indexed look at what has been silent, or has waited, for too long. What is just
 * claimed is left alone: its deadline counts from its submission, which is still to come, and its lease ends it otherwise.
 */
import { submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { sql } from 'kysely';
import type { Database, Transaction } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';
import type { MessageKey } from './message-row.ts';

const isOpen = sql`not deadline_passed and settled_at is null and submission_state <> ${sql.lit(submissionStateRank('claimed'))}`;

/** A message whose deadline has come. Instants are epoch milliseconds. */
export interface OverdueMessage extends MessageKey {
  readonly phoneId: number;
  readonly deadlineAt: number;
  readonly deadlineMs: number;
  /** It was, or may have been, handed to the carrier. */
  readonly isUnderWay: boolean;
}

/** Messages whose deadline has come, taken under lock, earliest first; those in another process's hands are passed over. */
export async function takeOverdue(
  tx: Transaction,
  of: { now: number; limit: number },
): Promise<OverdueMessage[]> {
  const { rows } = await sql<OverdueMessage>`
    select id, created_at as "createdAt", phone_id as "phoneId", deadline_at as "deadlineAt",
      deadline_ms as "deadlineMs", submission_state > 0 as "isUnderWay"
    from messages
    where ${isOpen} and deadline_at <= ${sqlTime(of.now)}
      and ${isNotSetAside('deadline', sql`messages.id`, of.now)}
    order by deadline_at limit ${sql.lit(of.limit)}
    for no key update skip locked`.execute(tx);
  return rows;
}

/** The nearest deadline that is still to come or not yet dealt with, in epoch milliseconds; null when nothing is open. */
export async function nearestDeadline(db: Database, now: number): Promise<number | null> {
  const { rows } = await sql<{ at: number }>`
    select deadline_at as at from messages where ${isOpen}
      and ${isNotSetAside('deadline', sql`messages.id`, now)}
    order by deadline_at limit 1`.execute(db);
  return rows[0]?.at ?? null;
}
