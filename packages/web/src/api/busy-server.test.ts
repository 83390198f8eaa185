/** Calls rejected by a busy server. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { forgetCsrfToken, request } from './http.ts';

const rejection = (code = 'server.busy', retryAfter = '2') =>
  json({ code }, { status: code === 'server.busy' ? 503 : 429, headers: { 'Retry-After': retryAfter } });

beforeEach(() => {
  forgetCsrfToken();
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('Promise 6: retries a rejected call after its Retry-After, with the same content and key', async () => {
  const answers = [rejection(), rejection('rate.limited', '1')];
  const requests = stubFetch({
    'GET /api/csrf': () => new Response('token'),
    'POST /api/thing': () => answers.shift() ?? json({}),
  });
  const sent = request('/api/thing', { method: 'POST', body: { a: 1 }, idempotencyKey: 'key' });
  const posts = () => requests.filter(({ method }) => method === 'POST');
  await vi.advanceTimersByTimeAsync(2_499);
  expect(posts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(posts()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_250);
  expect((await sent).status).toBe(200);
  expect(posts().map(({ body, headers }) => [body, headers.get('Idempotency-Key')])).toEqual(
    Array(3).fill(['{"a":1}', 'key']),
  );
});

it('Promise 6: also retries the CSRF token of an unsafe call', async () => {
  const answers = [rejection()];
  stubFetch({
    'GET /api/csrf': () => answers.shift() ?? new Response('token'),
    'POST /api/thing': () => json({}),
  });
  const sent = request('/api/thing', { method: 'POST', body: {} });
  await vi.advanceTimersByTimeAsync(2_500);
  expect((await sent).status).toBe(200);
});

it.each([
  ['it stays busy', {}, () => rejection(), 3],
  ['the call is a poll, which repeats anyway', { background: true }, () => rejection(), 1],
  ['Retry-After is too long', {}, () => rejection('rate.limited', '40'), 1],
  ['it has no Retry-After', {}, () => json({ code: 'server.busy' }, { status: 503 }), 1],
  ['it was rejected for another reason', {}, () => rejection('report.busy'), 1],
])('Promise 6: reports the rejection if %s', async (_why, options, answer, times) => {
  const requests = stubFetch({ 'GET /api/thing': answer });
  const outcome = expect(request('/api/thing', options)).rejects.toMatchObject({ name: 'HttpError' });
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
  expect(requests).toHaveLength(times);
});
