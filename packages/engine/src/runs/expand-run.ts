/**
 * Turns runs into messages: one for every office and phone (SERVER-1), a chunk a transaction, which a large run fills
 * alone and many small ones share. How far it has come is written with each chunk under the run's lock, so that whoever goes on
 * after a killed worker, or beside a living one, neither doubles a message nor leaves one out.
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
import { fixExpiries } from './run-expiry.ts';

/** New messages of one run. */
export interface ExpandedChunk {
  readonly testId: number;
  readonly gatewayIds: ReadonlySet<number>;
}

/** Messages made in one transaction, of many small runs or of the beginning of a large one: the first leave at once. */
const CHUNK = 1_000;
/**
 * And of a run whose first are on their way. While those are sent, a transaction's ten round trips wait for their turn
 * in a busy process: in chunks of 1,000 a run of 100,000 was made at hardly more than the rate at which it was sent.
 */
const LARGE_CHUNK = 10_000;

/** What a transaction brought. */
export interface Expansion {
  readonly chunks: readonly ExpandedChunk[];
  /** The runs that got messages, and not all of theirs yet. */
  readonly unfinished: readonly number[];
}

/**
 * Makes the first messages of runs that wait to begin, the oldest first, of as many of them as fit into one chunk.
 * @param of.taken called with those that it tries to begin
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

/** Makes the next messages of a run that has begun; of one that no longer exists none. */
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
  // Only now: claims look for chunks by this instant, back to 10 s before the oldest that they know.
  const now = deps.clock.now();
  const pairs: Pair[] = [];
  const runs: RunToExpand[] = [];
  const progress: Omit<RunProgress, 'expiresAt' | 'missing'>[] = [];
  const unfinished: number[] = [];
  for (const run of locked) {
    const most = run.position > 0 ? LARGE_CHUNK : CHUNK;
    const next = nextPairs(run, Math.max(0, most - pairs.length));
    if (next.pairs.length === 0) continue;
    if (next.position < next.total) unfinished.push(run.id);
    pairs.push(...next.pairs);
    runs.push(run);
    progress.push({ id: run.id, position: next.position, total: next.total });
  }
  if (pairs.length === 0) return { chunks: [], unfinished };
  const offices = await findSendingOffices(tx, officesOf(runs, pairs));
  const leastMs = deps.sendExpiryMs ?? USUAL_SEND_EXPIRY_MS;
  const started = new Map(
    (await fixExpiries(tx, runs, offices, { now, leastMs })).map((run) => [run.id, run]),
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

/** Those of the messages to be made, and of a run that starts all: the whole of it tells how long it takes. */
function officesOf(runs: readonly RunToExpand[], pairs: readonly Pair[]): number[] {
  const starting = runs.filter(({ expiresAt }) => expiresAt === null);
  return [
    ...new Set([...starting.flatMap(({ officeIds }) => officeIds), ...pairs.map(({ officeId }) => officeId)]),
  ];
}

function nextPairs(run: RunToExpand, limit: number) {
  const officeIds = [...new Set(run.officeIds)];
  const phoneIds = [...new Set(run.phoneIds)];
  const total = officeIds.length * phoneIds.length;
  const position = Math.min(run.position + limit, total);
  const pairs: Pair[] = Array.from({ length: Math.max(0, position - run.position) }, (_, index) => {
    const at = run.position + index;
    return {
      run,
      officeId: officeIds[Math.floor(at / phoneIds.length)] as number,
      phoneId: phoneIds[at % phoneIds.length] as number,
    };
  });
  return { pairs, position, total };
}
