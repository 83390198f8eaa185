/** Runs the kill matrix: kills workers at their points one after another, then waits until everything has ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isHeld, isInRange } from '@textprobe/database/messages/held-messages';
import { passDeadlines } from '@textprobe/engine/testing/pass-deadlines';
import { sql } from 'kysely';
import type { KillPoint } from './kill-points.ts';
import type { KillWorld } from './kill-world.ts';

export interface KillRun {
  /** The number of kills at each point. */
  readonly kills: ReadonlyMap<KillPoint, number>;
  /** Claims held by killed workers. */
  readonly claimsLeft: number;
  /** The longest that such a claim stayed open after the kill, in milliseconds. */
  readonly longestOpenMs: number;
}

/** By default a worker dies when it reaches its point for the first to third time. */
const MAX_VISITS = 3;
/** How often more tests are created until the worker reaches its point. */
const FEED_MS = 600;
const POLL_MS = 200;

/**
 * @param options.points where workers are killed, in any order
 * @param options.atOnce how many workers run at a time; a killed one is replaced at once
 * @param options.latestTime the most times a worker may reach its point before it is killed
 */
export async function runKills(
  killed: KillWorld,
  options: { points: readonly KillPoint[]; atOnce: number; latestTime?: number },
): Promise<KillRun> {
  const { points, atOnce, latestTime = MAX_VISITS } = options;
  const kills = new Map<KillPoint, number>();
  const watch = watchClaims(killed);
  const order = killed.random.fork('order');
  const due = points.map((point) => ({ point, at: order.next() })).sort((a, b) => a.at - b.at);

  async function runUntilKilled(point: KillPoint): Promise<void> {
    const worker = killed.startWorker({ point, nth: 1 + Math.floor(order.next() * latestTime) });
    const died = worker.ended.then((signal) => ({ signal }));
    // Messages created before it works would only make a backlog.
    await worker.ready;
    let death: { signal: NodeJS.Signals | null } | undefined;
    while (death === undefined) {
      await killed.feed();
      death = await Promise.race([died, sleep(FEED_MS)]).then((result) => result ?? undefined);
    }
    if (death.signal !== 'SIGKILL') throw new Error(`a worker for ${point} exited by itself`);
    watch.died(worker.options.workerId);
    kills.set(point, (kills.get(point) ?? 0) + 1);
  }

  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = due.shift(); next; next = due.shift()) await runUntilKilled(next.point);
    }),
  );
  for (let count = 0; count < atOnce; count += 1) killed.startWorker({ point: null, nth: 0 });
  while (!(await hasSettled(killed))) await sleep(POLL_MS);
  await closeRuns(killed);
  return { kills, ...(await watch.stop()) };
}

/** Whether nothing is waiting or claimed, and all receipts and posts are acknowledged. */
async function hasSettled(killed: KillWorld): Promise<boolean> {
  if (killed.pending() > 0) return false;
  const { rows } = await sql<{ open: boolean }>`
    select exists(select from messages where submission_state < 2)
      or (select count(*) from messages) < ${killed.tags.size}::int4 * ${messagesOfTest(killed)}::int4 as open`.execute(
    killed.world.db,
  );
  return rows[0]?.open === false;
}

/** Expires all deadlines and waits until every run is closed. */
async function closeRuns({ world: { db } }: KillWorld): Promise<void> {
  await passDeadlines(db);
  for (;;) {
    const { rows } = await sql<{ open: boolean }>`
      select exists(select from messages where settled_at is null)
        or exists(select from runs where status in ('EXECUTING', 'UNEXECUTED')) as open`.execute(db);
    if (rows[0]?.open === false) return;
    await sleep(POLL_MS);
  }
}

export function messagesOfTest({ world }: KillWorld): number {
  return world.officeIds.length * world.phoneIds.length;
}

/** Polls the claims of killed workers. */
function watchClaims({ world: { db } }: KillWorld) {
  const deaths = new Map<string, number>();
  const left = new Set<number>();
  let longestOpenMs = 0;
  let stopped = false;

  async function poll(): Promise<void> {
    const { rows } = await sql<{ id: number; worker: string }>`
      select m.id, c.worker from claims c join messages m on ${isInRange} and ${isHeld}`.execute(db);
    const now = Date.now();
    for (const { id, worker } of rows) {
      const diedAt = deaths.get(worker);
      if (diedAt === undefined) continue;
      left.add(id);
      longestOpenMs = Math.max(longestOpenMs, now - diedAt);
    }
  }

  const polling = (async () => {
    for (; !stopped; await sleep(POLL_MS)) await poll();
  })();
  return {
    died: (workerId: string) => void deaths.set(workerId, Date.now()),
    async stop() {
      stopped = true;
      await polling;
      return { claimsLeft: left.size, longestOpenMs };
    },
  };
}
