/** Computes how changed messages affect the rollups by day, hour and office, and the counts of their runs. */
import type { Transaction } from '@textprobe/database/core/connection';
import { type CountedMessage, createRollupChanges } from '@textprobe/database/rollups/rollup-changes';
import { appendRollupDeltas, type RollupDeltas } from '@textprobe/database/rollups/rollup-deltas';
import {
  appendRunDeltas,
  createRunChanges,
  type RunCountedRow,
  type RunDelta,
} from '@textprobe/database/runs/run-deltas';

/** The columns of a message that determine where it is counted. */
export type Counted = CountedMessage & RunCountedRow & { readonly run_id: number; readonly test_id: number };

export interface CountedMove {
  readonly before: Counted;
  readonly after: Counted;
}

/** What to publish about changed messages after the commit. */
export interface MovedTests {
  /** Tests with a changed message. */
  readonly testIds: ReadonlySet<number>;
  /** Runs whose counts have changed. */
  readonly settledRunIds: ReadonlySet<number>;
}

/** Deltas to append in the transaction of the changes, and what to publish after it. */
export interface Counts {
  readonly rollups: RollupDeltas;
  readonly runs: ReadonlyMap<number, RunDelta>;
  readonly moved: MovedTests;
}

export function countMoves(moves: readonly CountedMove[]): Counts {
  const rollups = createRollupChanges();
  const runs = createRunChanges();
  for (const { before, after } of moves) {
    rollups.remove(before);
    rollups.add(after);
    runs.count(before.run_id, before, -1);
    runs.count(before.run_id, after, 1);
  }
  const runDeltas = runs.deltas();
  const testIds = new Set(moves.map(({ before }) => before.test_id));
  return {
    rollups: rollups.deltas(),
    runs: runDeltas,
    moved: { testIds, settledRunIds: new Set(runDeltas.keys()) },
  };
}

/** Appends the deltas in the transaction of the changes. */
export async function appendMoves(tx: Transaction, moves: readonly CountedMove[]): Promise<MovedTests> {
  const { rollups, runs, moved } = countMoves(moves);
  await appendRollupDeltas(tx, rollups);
  await appendRunDeltas(tx, runs);
  return moved;
}
