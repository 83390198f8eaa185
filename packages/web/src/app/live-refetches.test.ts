/** Live events become refetches. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectRefetches, ROUND_MS } from './live-refetches.ts';

let queries: QueryClient;
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  queries.clear();
  vi.useRealTimers();
});

/** A query on the screen; counts its fetches. */
async function watch(queryKey: readonly unknown[], fetchMs = 0) {
  const fetch = vi.fn(
    () => new Promise((resolve) => setTimeout(() => resolve(fetch.mock.calls.length), fetchMs)),
  );
  stops.push(new QueryObserver(queries, { queryKey, queryFn: fetch }).subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(fetchMs);
  return fetch;
}

it('refetches lists and the reports of the tests that are named, once a round', async () => {
  const list = await watch(['tests', {}, 1]);
  const named = await watch(['report', 7]);
  const other = await watch(['report', 8]);
  const partners = await watch(['partners']);
  const refetches = collectRefetches(queries);
  for (let event = 0; event < 20; event += 1) refetches.note({ testIds: [7] });
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect([list, named, other, partners].map((fetch) => fetch.mock.calls.length)).toEqual([2, 2, 1, 1]);
});

it('refetches every list and report when nobody knows what changed', async () => {
  const fetches = [await watch(['tests', {}, 1]), await watch(['report', 7]), await watch(['report', 8])];
  collectRefetches(queries).note({ many: true });
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(fetches.map((fetch) => fetch.mock.calls.length)).toEqual([2, 2, 2]);
});

it('lets a slow fetch end, and fetches again after it: the last change is never missed', async () => {
  const slow = await watch(['report', 7], 5 * ROUND_MS);
  const refetches = collectRefetches(queries);
  refetches.note({ testIds: [7] });
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(slow).toHaveBeenCalledTimes(2);
  refetches.note({ testIds: [7] });
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(slow).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10 * ROUND_MS);
  expect(slow).toHaveBeenCalledTimes(3);
  expect(queries.getQueryData(['report', 7])).toBe(3);
});

it('fetches nothing after it is stopped', async () => {
  const list = await watch(['tests', {}, 1]);
  const refetches = collectRefetches(queries);
  refetches.note({ many: true });
  refetches.stop();
  await vi.advanceTimersByTimeAsync(10 * ROUND_MS);
  expect(list).toHaveBeenCalledTimes(1);
});
