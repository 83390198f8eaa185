/** Keeps the sessions that specs share proven: a worker runs for longer than the 15 minutes of a proof. */
import { type APIRequestContext, expect } from '@playwright/test';
import { PASSWORD } from './program.ts';

/** Leaves ten minutes to the test. */
const RENEW_AFTER_MS = 5 * 60_000;
const renewedAt = new WeakMap<APIRequestContext, number>();

export async function keepProven(session: APIRequestContext): Promise<void> {
  if (Date.now() - (renewedAt.get(session) ?? 0) < RENEW_AFTER_MS) return;
  const headers = { 'X-XSRF-TOKEN': await (await session.get('/api/csrf')).text() };
  const answer = await session.post('/api/proof', { headers, data: { password: PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(204);
  renewedAt.set(session, Date.now());
}
