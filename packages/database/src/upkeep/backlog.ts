/** The backlog of the whole installation for monitoring: cheap enough to query every few seconds. */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { countOfflinePhones } from '../handsets/phone-health.ts';
import { type LeaderState, readLeader } from '../leaders/lease.ts';
import { isHeld, isInRange } from '../messages/held-messages.ts';
import { listFilledDefaultPartitions } from '../migrations/month-partitions.ts';

export interface Backlog {
  /** Messages not claimed yet, including deferred ones. */
  readonly waiting: number;
  /** How long the oldest due message has been waiting, in milliseconds; 0 if none waits. */
  readonly longestWaitMs: number;
  /** Claimed messages whose outcome is not known yet. */
  readonly claimed: number;
  /** Due runs whose messages are not all created, and due tests without a run. */
  readonly dueRuns: number;
  /** Test phones that ping and have been silent for too long. */
  readonly offlinePhones: number;
  /** Receipts of the last day that have matched no message, by gateway, as the leader counted them last. */
  readonly unmatchedReceipts: readonly { readonly gateway: string; readonly count: number }[];
  /** Default partitions that contain rows: normally none. */
  readonly filledDefaultPartitions: readonly string[];
  /** The worker that leads the sweeps. */
  readonly leader: LeaderState;
}

/** Reads only what is in flight, never all messages. @param of.now epoch milliseconds */
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
  if (row === undefined) throw new Error('the backlog query returned no row');
  const { since, ...counts } = row;
  return {
    ...counts,
    longestWaitMs: Math.max(0, now - since),
    offlinePhones: await countOfflinePhones(db, offlineAfterMs),
    unmatchedReceipts: await countUnmatched(db),
    filledDefaultPartitions: await listFilledDefaultPartitions(db),
    leader: await readLeader(db, 'sweeps'),
  };
}

async function countUnmatched(db: Database): Promise<{ gateway: string; count: number }[]> {
  const { rows } = await sql<{ gateway: string; count: number }>`
    select name as gateway, coalesce(count, 0)::int8 as count
    from gateways left join gateway_ignored_receipts on gateway_id = id and reason = 'unmatched'
    where not retired`.execute(db);
  return rows;
}
