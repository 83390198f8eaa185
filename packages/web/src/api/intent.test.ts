/** Idempotency keys, and writes that carry them. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { forgetCsrfToken, HttpError, request } from './http.ts';
import { createIntents } from './intent.ts';
import { createSMSTest } from './tests.ts';

const csrf = { 'GET /api/csrf': () => new Response('token-1') };
const CREATE = 'POST /api/tests/sm/v1/deliverabilitytest/create';
const made = { testId: 7, clientIDs: { clientIDs: [1] }, officeIDs: { officeIDs: [2] } };

beforeEach(() => {
  forgetCsrfToken();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps the key of the same content until it is done; other content gets a new key', () => {
  const intents = createIntents();
  const first = intents.keyFor({ messageBody: 'Hi' });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(intents.keyFor({ messageBody: 'Hi' })).toBe(first);
  expect(intents.keyFor({ messageBody: 'Ho' })).not.toBe(first);
  const again = intents.keyFor({ messageBody: 'Hi' });
  intents.done();
  expect(intents.keyFor({ messageBody: 'Hi' })).not.toBe(again);
});

it('a test is created under the key of its intent', async () => {
  const requests = stubFetch({ ...csrf, [CREATE]: () => json(made, { status: 201 }) });
  await createSMSTest({ messageBody: 'Hi' }, 'key-1');
  expect(requests.at(-1)?.headers.get('Idempotency-Key')).toBe('key-1');
  await request('/api/csrf');
  expect(requests.at(-1)?.headers.has('Idempotency-Key')).toBe(false);
});

it("while the first of two equal calls is in flight, the second waits and gets the first's response", async () => {
  const inFlight = () =>
    json({ code: 'idempotency.in-flight' }, { status: 409, headers: { 'Retry-After': '1' } });
  const answers = [inFlight, inFlight, () => json(made, { status: 201 })];
  const requests = stubFetch({ ...csrf, [CREATE]: () => answers.shift()?.() ?? json({}, { status: 500 }) });
  const second = createSMSTest({ messageBody: 'Hi' }, 'key-1');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await second).toMatchObject({ testId: 7 });
  const keys = requests
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual(['key-1', 'key-1', 'key-1']);
});

it('reports any other 409 at once, and one that stays in flight in the end', async () => {
  stubFetch({ ...csrf, [CREATE]: () => json({ code: 'test.not-unexecuted' }, { status: 409 }) });
  await expect(createSMSTest({}, 'key-1')).rejects.toThrow(HttpError);
  stubFetch({ ...csrf, [CREATE]: () => json({ code: 'idempotency.in-flight' }, { status: 409 }) });
  const stuck = expect(createSMSTest({}, 'key-2')).rejects.toThrow('idempotency.in-flight');
  await vi.advanceTimersByTimeAsync(60_000);
  await stuck;
});
