/** What waits to be done in the whole installation, as monitoring asks for it: cheap enough for every few seconds. */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { type LeaderState, readLeader } from '../leaders/lease.ts';
import { isHeld, isInRange } from '../messages/held-messages.ts';
import { countOfflinePhones } from '../phone-health/phone-health.ts';
import { listFilledDefaultPartitions } from '../schema/month-partitions.ts';

export interface Backlog {
  /** Messages that no worker has claimed yet, deferred ones included. */
  readonly waiting: number;
  /** For how long the one that waits longest might have been sent, in milliseconds; 0 when none waits. */
  readonly longestWaitMs: number;
  /** Messages claimed whose outcome is not known yet. */
  readonly claimed: number;
  /** Runs that are due and not yet all messages, and tests that are due and have no run yet. */
  readonly dueRuns: number;
  /** Test phones that ping and have not been heard of for too long. */
  readonly offlinePhones: number;
  /** Default partitions with rows in them: there ought to be none. */
  readonly filledDefaultPartitions: readonly string[];
  /** Which worker leads the sweeps. */
  readonly leader: LeaderState;
}

/** Each figure from what is in flight alone, never from all messages. @param of.now epoch milliseconds */
export async function readBacklog(
  db: Database,
  { now, offlineAfterMs }: { now: number; offlineAfterMs: number },
): Promise<Backlog> {
  const at = sqlTime(now);
  const { rows } = await sql<Pick<Backlog, 'waiting' | 'claimed' | 'dueRuns'> & { since: number }>`
    select w.waiting, w.since,
      (select count(*) from claims c
        cross join lateral (select from messages m where ${isInRange} and ${isHeld} offset 0) m
        where c.lease_until is not null) as claimed,
      (select count(*) from runs where closed_at is null and status = 'EXECUTING' and messages_created < message_total
          and due_at <= ${at})
        + (select count(*) from tests where next_due <= ${at}) as "dueRuns"
    from (select coalesce(sum(first_id + count - next_id), 0)::int8 as waiting, coalesce(min(due_at), ${at}) as since
      from chunks where waiting) w`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('counting gave no row');
  const { since, ...counts } = row;
  return {
    ...counts,
    longestWaitMs: Math.max(0, now - since),
    offlinePhones: await countOfflinePhones(db, offlineAfterMs),
    filledDefaultPartitions: await listFilledDefaultPartitions(db),
    leader: await readLeader(db, 'sweeps'),
  };
}
