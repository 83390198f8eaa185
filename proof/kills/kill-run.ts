/** Runs the kill matrix: workers die at their points one after another, and what they leave comes to its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isHeld, isInRange } from '@textprobe/database/messages/held-messages';
import { passDeadlines } from '@textprobe/engine/testing/pass-deadlines';
import { sql } from 'kysely';
import type { KillPoint } from './kill-points.ts';
import type { KillWorld } from './kill-world.ts';

export interface KillRun {
  /** How many workers died at each point. */
  readonly kills: ReadonlyMap<KillPoint, number>;
  /** Claims that the dead had in hand. */
  readonly claimsLeft: number;
  /** The longest that a dead worker's claim was seen open after its death, in milliseconds. */
  readonly longestOpenMs: number;
}

/** Unless told, a worker dies the first to third time that it comes by its point. */
const LATEST_TIME = 3;
/** A point that is not come by is given more to do. */
const FEED_MS = 600;
const LOOK_MS = 200;

/**
 * @param options.points where workers die, in any order
 * @param options.atOnce how many live at a time; one that died is replaced at once
 * @param options.latestTime a worker dies at its point at the latest when it comes there this time
 */
export async function runKills(
  killed: KillWorld,
  options: { points: readonly KillPoint[]; atOnce: number; latestTime?: number },
): Promise<KillRun> {
  const { points, atOnce, latestTime = LATEST_TIME } = options;
  const kills = new Map<KillPoint, number>();
  const watch = watchClaims(killed);
  const order = killed.random.fork('order');
  const due = points.map((point) => ({ point, at: order.next() })).sort((a, b) => a.at - b.at);

  async function liveAndDie(point: KillPoint): Promise<void> {
    const worker = killed.startWorker({ point, nth: 1 + Math.floor(order.next() * latestTime) });
    const died = worker.ended.then((signal) => ({ signal }));
    let death: { signal: NodeJS.Signals | null } | undefined;
    while (death === undefined) {
      await killed.feed();
      death = await Promise.race([died, sleep(FEED_MS)]).then((told) => told ?? undefined);
    }
    if (death.signal !== 'SIGKILL') throw new Error(`a worker ended by itself, at ${point}`);
    watch.died(worker.life.workerId);
    kills.set(point, (kills.get(point) ?? 0) + 1);
  }

  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = due.shift(); next; next = due.shift()) await liveAndDie(next.point);
    }),
  );
  for (let count = 0; count < atOnce; count += 1) killed.startWorker({ point: null, nth: 0 });
  while (!(await hasSettled(killed))) await sleep(LOOK_MS);
  await endWaiting(killed);
  return { kills, ...(await watch.stop()) };
}

/** Nothing waits and nothing is claimed; carriers and phones have been heard to the end. */
async function hasSettled(killed: KillWorld): Promise<boolean> {
  if (killed.pending() > 0) return false;
  const { rows } = await sql<{ open: boolean }>`
    select exists(select from messages where submission_state < 2)
      or (select count(*) from messages) < ${killed.tags.size}::int4 * ${messagesOfTest(killed)}::int4 as open`.execute(
    killed.world.db,
  );
  return rows[0]?.open === false;
}

/** Lets the deadlines pass at once, and sees every run closed. */
async function endWaiting({ world: { db } }: KillWorld): Promise<void> {
  await passDeadlines(db);
  for (;;) {
    const { rows } = await sql<{ open: boolean }>`
      select exists(select from messages where settled_at is null)
        or exists(select from runs where status in ('EXECUTING', 'UNEXECUTED')) as open`.execute(db);
    if (rows[0]?.open === false) return;
    await sleep(LOOK_MS);
  }
}

export function messagesOfTest({ world }: KillWorld): number {
  return world.officeIds.length * world.phoneIds.length;
}

/** Looks again and again at what the dead had claimed. */
function watchClaims({ world: { db } }: KillWorld) {
  const deaths = new Map<string, number>();
  const left = new Set<number>();
  let longestOpenMs = 0;
  let stopped = false;

  async function look(): Promise<void> {
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

  const looking = (async () => {
    for (; !stopped; await sleep(LOOK_MS)) await look();
  })();
  return {
    died: (workerId: string) => void deaths.set(workerId, Date.now()),
    async stop() {
      stopped = true;
      await looking;
      return { claimsLeft: left.size, longestOpenMs };
    },
  };
}
