/** Turning live events into refetches. */
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
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
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** An active query that counts its fetches. */
async function watch(queryKey: readonly unknown[], fetchMs = 0) {
  const fetch = vi.fn(
    () => new Promise((resolve) => setTimeout(() => resolve(fetch.mock.calls.length), fetchMs)),
  );
  stops.push(new QueryObserver(queries, { queryKey, queryFn: fetch }).subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(fetchMs);
  return fetch;
}

it('refetches lists and the reports of the tests that are named, once per round', async () => {
  const list = await watch(['tests', {}, 1]);
  const named = await watch(['report', 7]);
  const other = await watch(['report', 8]);
  const partners = await watch(['partners']);
  const refetches = collectRefetches(queries);
  for (let event = 0; event < 20; event += 1) refetches.note({ testIds: [7] });
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect([list, named, other, partners].map((fetch) => fetch.mock.calls.length)).toEqual([2, 2, 1, 1]);
});

it('refetches every list and report if the changed tests are unknown', async () => {
  const fetches = [await watch(['tests', {}, 1]), await watch(['report', 7]), await watch(['report', 8])];
  collectRefetches(queries).note({ many: true });
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect(fetches.map((fetch) => fetch.mock.calls.length)).toEqual([2, 2, 2]);
});

it('waits for a slow fetch and fetches again after it, so that the last change is never missed', async () => {
  const slow = await watch(['report', 7], 5 * ROUND_MS);
  const refetches = collectRefetches(queries);
  refetches.note({ testIds: [7] });
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(slow).toHaveBeenCalledTimes(2);
  refetches.note({ testIds: [7] });
  await vi.advanceTimersByTimeAsync(2 * ROUND_MS);
  expect(slow).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(30 * ROUND_MS);
  expect(slow).toHaveBeenCalledTimes(3);
  expect(queries.getQueryData(['report', 7])).toBe(3);
});

it('spends at most a fifth of the time on slow fetches, however many events arrive', async () => {
  const slow = await watch(['report', 7], ROUND_MS);
  const refetches = collectRefetches(queries);
  for (let events = 0; events < 300; events += 1) {
    refetches.note({ testIds: [7] });
    await vi.advanceTimersByTimeAsync(ROUND_MS / 3);
  }
  // 30 s with one fetch per 1.5 s: at most a fifth of the time, and still live.
  expect(slow.mock.calls.length).toBeGreaterThan(15);
  expect(slow.mock.calls.length).toBeLessThanOrEqual(22);
  refetches.stop();
});

it('pauses for at most 15 s, even on a slow connection', async () => {
  const slow = await watch(['report', 7], 20_000);
  const refetches = collectRefetches(queries);
  refetches.note({ testIds: [7] });
  await vi.advanceTimersByTimeAsync(21_000);
  refetches.note({ testIds: [7] });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(slow).toHaveBeenCalledTimes(3);
  refetches.stop();
});

it('fetches nothing for a hidden tab, and catches up as soon as it is shown', async () => {
  const list = await watch(['tests', {}, 1]);
  const report = await watch(['report', 7]);
  const refetches = collectRefetches(queries);
  // The first event precedes hiding the tab; its round would follow.
  refetches.note({ testIds: [7] });
  focusManager.setFocused(false);
  for (let events = 0; events < 50; events += 1) {
    refetches.note({ testIds: [7] });
    await vi.advanceTimersByTimeAsync(ROUND_MS);
  }
  expect([list, report].map((fetch) => fetch.mock.calls.length)).toEqual([1, 1]);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([list, report].map((fetch) => fetch.mock.calls.length)).toEqual([2, 2]);
  // Up to date, so showing it again fetches nothing.
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(10 * ROUND_MS);
  expect([list, report].map((fetch) => fetch.mock.calls.length)).toEqual([2, 2]);
  refetches.stop();
});

it('fetches nothing after it is stopped', async () => {
  const list = await watch(['tests', {}, 1]);
  const refetches = collectRefetches(queries);
  refetches.note({ many: true });
  refetches.stop();
  await vi.advanceTimersByTimeAsync(10 * ROUND_MS);
  expect(list).toHaveBeenCalledTimes(1);
});
