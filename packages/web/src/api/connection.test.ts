/** The watch over the connection. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubFetch } from '../testing/stub-fetch.ts';
import { followConnection, isReachable, noteAnswer, noteNoAnswer } from './connection.ts';

const DOOR = 'GET /api/health/live';

beforeEach(() => {
  // Files share a worker, and another may have left the server out of reach.
  noteAnswer();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('knocks at a server out of reach, less and less often, until it answers with success', async () => {
  const answers = [502, 503, 200];
  const asked = stubFetch({ [DOOR]: () => new Response('', { status: answers.shift() ?? 500 }) });
  const changes: boolean[] = [];
  const stop = followConnection(() => changes.push(isReachable()));
  noteNoAnswer();
  noteNoAnswer();
  expect(changes).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(changes).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
  stop();
});

it('is told by any call that gets through, and knocks no more', async () => {
  const asked = stubFetch({});
  const stop = followConnection(() => undefined);
  noteNoAnswer();
  noteAnswer();
  expect(isReachable()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(0);
  stop();
});

it('does not knock where nobody follows', async () => {
  const asked = stubFetch({});
  noteNoAnswer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(0);
});
