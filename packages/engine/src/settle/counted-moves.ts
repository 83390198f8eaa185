/** What changed messages add to the sums of their days, hours and offices, and to the counts of their runs. */
import type { Transaction } from '@textprobe/database/core/connection';
import { type CountedMessage, createRollupChanges } from '@textprobe/database/rollups/rollup-changes';
import { appendRollupDeltas, type RollupDeltas } from '@textprobe/database/rollups/rollup-deltas';
import {
  appendRunDeltas,
  createRunChanges,
  type RunCountedRow,
  type RunDelta,
} from '@textprobe/database/runs/run-deltas';

/** A message by what it is counted by. */
export type Counted = CountedMessage & RunCountedRow & { readonly run_id: number; readonly test_id: number };

/** A message before and after a change. */
export interface CountedMove {
  readonly before: Counted;
  readonly after: Counted;
}

/** What is announced of changed messages after the commit. */
export interface MovedTests {
  /** Tests of which a message has changed. */
  readonly testIds: ReadonlySet<number>;
  /** Runs whose counts have changed. */
  readonly settledRunIds: ReadonlySet<number>;
}

/** What is to be appended in the transaction of the moves, and told after it. */
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

/** Counts moves in their transaction. */
export async function appendMoves(tx: Transaction, moves: readonly CountedMove[]): Promise<MovedTests> {
  const { rollups, runs, moved } = countMoves(moves);
  await appendRollupDeltas(tx, rollups);
  await appendRunDeltas(tx, runs);
  return moved;
}
