/** Merging the report's runs with those fetched. */
import type { Run } from '@textprobe/contract/schedules';
import { expect, test } from 'vitest';
import { mergeRuns } from './use-runs.ts';

function run(runId: number, status: Run['status'] = 'DELIVERED'): Run {
  const messages = { total: 1, settled: 1, received: 1, known: 1 };
  const at = '2026-11-21T12:00:00.000-08:00';
  return { runId, dueAt: at, creationTimestamp: at, closedAt: at, status, reason: null, messages };
}

test("the report's version of a run wins, and fetched runs that it no longer holds stay", () => {
  const fetched = [run(4, 'EXECUTING'), run(3), run(2), run(1)];
  const merged = mergeRuns([run(5), run(4)], fetched);
  expect(merged.map(({ runId }) => runId)).toEqual([5, 4, 3, 2, 1]);
  expect(merged[1]?.status).toBe('DELIVERED');
});
