/** Creates tests over HTTP, immediate ones by default, in one session like an operator's console. */
import { calls } from '@textprobe/contract/calls';
import type { CreateTestBody, Test } from '@textprobe/contract/tests';
import type { OperatorClient } from './lists/client.ts';
import type { DirectoryIds } from './offices-and-phones.ts';

export interface TestCreator {
  /** Retries when a busy server asks for it. @throws Error for any other response but 201 */
  create(recipients: DirectoryIds, messageBody: string, more?: Partial<CreateTestBody>): Promise<Test>;
}

/** The headers of a call that changes something: the session and its CSRF token. */
export async function operatorHeaders(client: OperatorClient): Promise<Record<string, string>> {
  const { body: token, headers: answered } = await client.get('/api/csrf');
  const cookies = [answered['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
  return { 'x-xsrf-token': token, cookie: [client.cookie, ...cookies].join('; ') };
}

export async function openTestCreator(client: OperatorClient, url: string): Promise<TestCreator> {
  const headers = { ...(await operatorHeaders(client)), 'content-type': 'application/json' };
  const address = new URL(calls.createTest.path, url);

  return {
    async create({ partner, offices, phones }, messageBody, more = {}) {
      const body: CreateTestBody = {
        partnerIDs: [partner],
        officeIDs: [...offices],
        phoneIDs: [...phones],
        messageBody,
        ...more,
      };
      for (;;) {
        const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
        if (answer.status === 201) return (await answer.json()) as Test;
        const problem = await answer.text();
        const retryAfter = answer.status === 503 ? answer.headers.get('retry-after') : null;
        if (retryAfter === null) throw new Error(`the test was not created: ${problem}`);
        await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * 1_000));
      }
    },
  };
}
