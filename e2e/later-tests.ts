/** Tests scheduled far in the future: created over HTTP, used by specs, and deleted. */
import { type APIRequestContext, expect } from '@playwright/test';
import type { CreateTestBody, Test } from '@textprobe/contract/tests';
import { T } from './made-tests.ts';

/** The first word distinguishes them from the tests of other specs. */
export const LATER = 'Later:';

/** Once, in the year 2099. */
export const ONCE_LATER = {
  testType: 'SCHEDULED',
  scheduledTimestamp: '2099-01-05 12:30:00.000',
} as const satisfies CreateTestBody;

export async function readTest(request: APIRequestContext, testId: number): Promise<Test> {
  const answer = await request.get(`${T}/deliverabilitytest/get?testId=${testId}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Test;
}

/** The newest test whose message starts with this. */
export async function newestOf(request: APIRequestContext, words: string): Promise<Test> {
  const tests = (await (await request.get(`${T}/deliverabilitytest/all`)).json()) as Test[];
  const found = tests.find(({ messageBody }) => messageBody.startsWith(words));
  if (found === undefined) throw new Error(`There is no test of '${words}'`);
  return found;
}

export async function removeLater(request: APIRequestContext): Promise<void> {
  const tests = (await (await request.get(`${T}/deliverabilitytest/all`)).json()) as Test[];
  const token = await (await request.get('/api/csrf')).text();
  for (const { testId, messageBody, executionStatus } of tests) {
    if (executionStatus !== 'UNEXECUTED' || !messageBody.startsWith(LATER)) continue;
    await request.delete(`${T}/deliverabilitytest/delete?testId=${testId}`, {
      headers: { 'X-XSRF-TOKEN': token },
    });
  }
}

/** Changes the test's message, like a concurrent edit by someone else. */
export async function saveMessage(request: APIRequestContext, testId: number, messageBody: string) {
  const { testType, scheduledTimestamp, clientIDs, officeIDs, phoneIDs } = await readTest(request, testId);
  const token = await (await request.get('/api/csrf')).text();
  const answer = await request.put(`${T}/deliverabilitytest/update`, {
    headers: { 'X-XSRF-TOKEN': token },
    data: { testId, testType, scheduledTimestamp, clientIDs, officeIDs, phoneIDs, messageBody },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
