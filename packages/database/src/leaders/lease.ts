/**
 * A leader's lease: one row that a process takes once it has expired or the leader's session is gone, and renews while
 * it leads. Only the database's clock counts, so clock skew between processes does not matter.
 *
 * The server closes the sessions of a killed process within milliseconds, so a successor need not wait for the lease. A
 * live leader that loses its connection may lose its lease too: that costs a change of leader, and the fence keeps it
 * safe. A session that outlives the leader (a pooler's, or that of a host that vanished), or a reused pid, keeps the
 * lease until it expires.
 */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import type { Fence } from './fence.ts';

/** What is led: `sweeps` by a worker, `upkeep` by a console. */
export type LeaderName = 'sweeps' | 'upkeep';

/** Channel for "a leader has stopped, and its lease is free". */
export const LEADER_CHANNEL = 'textprobe_leader';

/**
 * Takes the lease if it has expired or if the session that last renewed it has ended.
 * @returns the fence of the new leader; null while another process leads
 */
export async function takeLease(
  db: Database,
  of: { name: LeaderName; holder: string; leaseMs: number },
): Promise<Fence | null> {
  const { rows } = await sql<{ token: number }>`
    with free as materialized (
      select fence, lease_until from leaders
      where name = ${of.name} and (lease_until <= clock_timestamp()
        or session_pid is not null and not exists (select from pg_stat_activity where pid = session_pid)))
    update leaders l set holder = ${of.holder}, fence = l.fence + 1, session_pid = pg_backend_pid(),
      held_since = clock_timestamp(), lease_until = clock_timestamp() + ${milliseconds(of.leaseMs)}
    -- A lease that was taken or renewed since is no longer free.
    from free where name = ${of.name} and l.fence = free.fence and l.lease_until = free.lease_until
    returning l.fence as token`.execute(db);
  return rows[0] === undefined ? null : { name: of.name, token: rows[0].token };
}

/** Renews a lease, even an expired one that is still untaken. @returns false if another process has taken it */
export async function renewLease(db: Database, { name, token }: Fence, leaseMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update leaders set lease_until = clock_timestamp() + ${milliseconds(leaseMs)}, session_pid = pg_backend_pid()
    where name = ${name} and fence = ${token}`.execute(db);
  return numAffectedRows === 1n;
}

/** Releases the lease and notifies the others. No effect if another process has taken it. */
export async function releaseLease(db: Database, { name, token }: Fence): Promise<void> {
  await sql`
    with released as (
      update leaders set holder = null, lease_until = clock_timestamp(), session_pid = null
      where name = ${name} and fence = ${token}
      returning name)
    select pg_notify(${LEADER_CHANNEL}, name) from released`.execute(db);
}

export interface LeaderState {
  /** The process's own name; null without a leader. */
  readonly holder: string | null;
  /** How long it has led, in milliseconds; 0 without a leader. */
  readonly heldMs: number;
  /** How long there has been no leader, in milliseconds; 0 with one. */
  readonly absentMs: number;
}

/** As the database sees it now. */
export async function readLeader(db: Database, name: LeaderName): Promise<LeaderState> {
  const { rows } = await sql<LeaderState>`
    select case when leads then holder end as holder,
      case when leads then extract(epoch from at - held_since) * 1000 else 0 end::float8 as "heldMs",
      case when leads then 0 else extract(epoch from at - lease_until) * 1000 end::float8 as "absentMs"
    from (select *, lease_until > at as leads from leaders, clock_timestamp() as at where name = ${name}) l`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Error(`there is no lease called ${name}`);
  return rows[0];
}

function milliseconds(ms: number) {
  return sql`make_interval(secs => ${ms / 1_000}::float8)`;
}
