/** Connection monitoring. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubFetch } from '../testing/stub-fetch.ts';
import { followConnection, isReachable, noteAnswer, noteNoAnswer } from './connection.ts';

const PROBE = 'GET /api/health/live';

beforeEach(() => {
  // Test files share a worker, and an earlier file may have left the server marked unreachable.
  noteAnswer();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('probes an unreachable server with increasing pauses until it answers with success', async () => {
  const answers = [502, 503, 200];
  const requests = stubFetch({ [PROBE]: () => new Response('', { status: answers.shift() ?? 500 }) });
  const changes: boolean[] = [];
  const stop = followConnection(() => changes.push(isReachable()));
  noteNoAnswer();
  noteNoAnswer();
  expect(changes).toEqual([false]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(3_999);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(changes).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(3);
  stop();
});

it('learns of a recovery from any successful call, and stops probing', async () => {
  const requests = stubFetch({});
  const stop = followConnection(() => undefined);
  noteNoAnswer();
  noteAnswer();
  expect(isReachable()).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(0);
  stop();
});

it('does not probe without listeners', async () => {
  const requests = stubFetch({});
  noteNoAnswer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(0);
});
