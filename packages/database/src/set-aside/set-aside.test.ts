import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { noteFailure, sweepFailures } from './set-aside.ts';
import { listSetAside, retrySetAside } from './set-aside-list.ts';

const NOW = Date.UTC(2026, 10, 22, 18);
const MINUTE_MS = 60_000;

const database = await createTestDatabase();
afterAll(() => database.drop());

function fail(item: number): Promise<number> {
  return noteFailure(database.db, { kind: 'lease', item, problem: 'refused', now: NOW, pauseMs: 0 });
}

/** In minutes from now. */
async function pauses(): Promise<number[]> {
  return (await listSetAside(database.db)).map(({ nextTryAt }) => (nextTryAt - NOW) / MINUTE_MS);
}

test('the pauses between retries of a set-aside item double up to a day, however often it fails', async () => {
  const seen: number[][] = [];
  for (let tries = 1; tries <= 40; tries += 1) {
    expect(await fail(1)).toBe(tries);
    seen.push(await pauses());
  }
  expect(seen.slice(0, 6)).toEqual([[], [], [5], [10], [20], [40]]);
  expect(seen.slice(11).flat()).toEqual(Array.from({ length: 29 }, () => 24 * 60));
});

test('an immediate retry does not wait, and an item that is never retried is forgotten after a while', async () => {
  expect(await fail(2)).toBe(1);
  expect(await retrySetAside(database.db, NOW)).toBe(1);
  expect(await pauses()).toEqual([0]);
  expect(await retrySetAside(database.db, NOW)).toBe(0);
  expect(await sweepFailures(database.db, NOW)).toBe(0);
  expect(await sweepFailures(database.db, NOW + 1)).toBe(2);
  expect(await pauses()).toEqual([]);
});
