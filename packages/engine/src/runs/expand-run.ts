/**
 * Expands runs into messages: one for each pair of office and phone (SERVER-1). A transaction creates one chunk: part
 * of a large run, or many small runs. Progress is stored with each chunk under the run's lock, so a worker that takes
 * over from a dead one, or helps a live one, neither duplicates nor skips a message.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import { findSendingOffices } from '@textprobe/database/runs/recipients';
import {
  advanceRuns,
  lockBegunRun,
  type RunProgress,
  type RunToExpand,
  takeRunsToBegin,
} from '@textprobe/database/runs/runs';
import { USUAL_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { transact } from '../kit/transact.ts';
import { createMessages, type ExpansionDeps, type Pair } from './create-messages.ts';
import { setExpiries } from './run-expiry.ts';
import { pairsOf } from './run-pairs.ts';

export interface ExpandedChunk {
  readonly testId: number;
  readonly gatewayIds: ReadonlySet<number>;
}

/**
 * Messages per transaction, of many small runs or of the start of a large one; small, so that the first are sent soon.
 */
const CHUNK = 1_000;
/**
 * For a run whose first messages are already being sent. During that time each of a transaction's ten round trips waits
 * in a busy process: with chunks of 1,000, a run of 100,000 was created hardly faster than it was sent.
 */
const LARGE_CHUNK = 10_000;

/** Result of one transaction. */
export interface Expansion {
  readonly chunks: readonly ExpandedChunk[];
  /** Runs that got messages but are not complete yet. */
  readonly unfinished: readonly number[];
}

/**
 * Creates the first messages of queued runs, oldest first, for as many runs as fit into one chunk.
 * @param of.taken called with the runs that it tries to start
 */
export async function beginNextRuns(
  deps: ExpansionDeps,
  of: { limit: number; taken?: (runIds: readonly number[]) => void },
): Promise<Expansion> {
  return transact(deps, async (tx) => {
    const runs = await takeRunsToBegin(tx, { now: deps.clock.now(), limit: of.limit });
    of.taken?.(runs.map(({ id }) => id));
    return expand(deps, tx, runs);
  });
}

/** Creates the next messages of a started run; none if the run no longer exists. */
export async function expandNextChunk(deps: ExpansionDeps, runId: number): Promise<Expansion> {
  return transact(deps, async (tx) => {
    const run = await lockBegunRun(tx, runId);
    return expand(deps, tx, run === null ? [] : [run]);
  });
}

async function expand(
  deps: ExpansionDeps,
  tx: Transaction,
  locked: readonly RunToExpand[],
): Promise<Expansion> {
  // Read the clock only after locking: claims scan for chunks by this instant, starting 10 s before the oldest known.
  const now = deps.clock.now();
  const pairs: Pair[] = [];
  const runs: RunToExpand[] = [];
  const progress: Omit<RunProgress, 'expiresAt' | 'missing'>[] = [];
  const unfinished: number[] = [];
  for (const run of locked) {
    const chunkSize = run.position > 0 ? LARGE_CHUNK : CHUNK;
    const next = nextPairs(run, Math.max(0, chunkSize - pairs.length));
    if (next.pairs.length === 0) continue;
    if (next.position < next.total) unfinished.push(run.id);
    pairs.push(...next.pairs);
    runs.push(run);
    progress.push({ id: run.id, position: next.position, total: next.total });
  }
  if (pairs.length === 0) return { chunks: [], unfinished };
  const offices = await findSendingOffices(tx, officesOf(runs, pairs));
  const minimumMs = deps.sendExpiryMs ?? USUAL_SEND_EXPIRY_MS;
  const started = new Map(
    (await setExpiries(tx, runs, offices, { now, minimumMs })).map((run) => [run.id, run]),
  );
  const made = await createMessages(deps, tx, { pairs, runs: started, offices }, now);
  const wanted = new Map<number, number>();
  for (const { run } of pairs) wanted.set(run.id, (wanted.get(run.id) ?? 0) + 1);
  await advanceRuns(
    tx,
    progress.map((run) => ({
      ...run,
      missing: (wanted.get(run.id) ?? 0) - (made.get(run.id)?.messages ?? 0),
      expiresAt: started.get(run.id)?.expiresAt ?? now,
    })),
  );
  const chunks = runs.map(({ id, testId }) => ({
    testId,
    gatewayIds: made.get(id)?.gatewayIds ?? new Set<number>(),
  }));
  return { chunks, unfinished };
}

/** Offices of the messages to create, and all offices of a run that starts: its expiry depends on the whole run. */
function officesOf(runs: readonly RunToExpand[], pairs: readonly Pair[]): number[] {
  const starting = runs.filter(({ expiresAt }) => expiresAt === null);
  return [
    ...new Set([...starting.flatMap(({ officeIds }) => officeIds), ...pairs.map(({ officeId }) => officeId)]),
  ];
}

function nextPairs(run: RunToExpand, limit: number) {
  const all = pairsOf(run);
  const position = Math.min(run.position + limit, all.total);
  const pairs = all.slice(run.position, position).map((pair): Pair => ({ run, ...pair }));
  return { pairs, position, total: all.total };
}
