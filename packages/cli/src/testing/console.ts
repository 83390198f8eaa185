/** An operator at the console of a running program: logs in, creates tests, and reloads at live events. */
import { calls } from '@textprobe/contract/calls';
import type { Report, TestLog } from '@textprobe/contract/messages';
import { createTestClient, type TestClient } from '@textprobe/server/testing/test-client';

export interface Console {
  readonly client: TestClient;
  /** Creates an immediate SMS test. @returns its id */
  createTest(recipients: { readonly officeIDs: number[]; readonly phoneIDs: number[] }): Promise<number>;
  /** Reads a test's report, again at each live event, until it is as wanted; the timeout is that of the test. */
  reportWhen(testId: number, isSo: (report: Report) => boolean): Promise<Report>;
  /** The offices of all partners, in the order of the directory. */
  offices(): Promise<{ id: number; name: string }[]>;
  phones(): Promise<{ id: number; name: string; phoneNumber: string; carrier: string }[]>;
  /** Closes the event stream. */
  leave(): void;
}

/** Whether nothing more is expected of any message, and the test says so. */
export function hasEnded({ test, testLogs }: Report): boolean {
  const isOver = !['UNEXECUTED', 'EXECUTING'].includes(test.executionStatus);
  return isOver && testLogs.every(({ settled }) => settled);
}

/** The number of a test's messages with this submission state. */
export function countOf({ testLogs }: Report, outcome: TestLog['submission']['outcome']): number {
  return testLogs.filter(({ submission }) => submission.outcome === outcome).length;
}

/** @throws Error when the password is refused */
export async function openConsole(address: string, password: string): Promise<Console> {
  const client = createTestClient(address);
  const login = await client.login('admin', password);
  if (!login.ok) throw new Error(`the login answered ${login.status}: ${await login.text()}`);
  const stream = await openStream(address, client);

  return {
    client,
    leave: stream.close,
    async createTest(recipients) {
      const { testId } = await client.call(calls.createTest, {
        body: { ...recipients, partnerIDs: [1], clientIDs: [], messageBody: 'Hello {first_name}' },
      });
      return testId;
    },
    async reportWhen(testId, isSo) {
      for (;;) {
        const next = stream.nextEvent();
        const report = await client.call(calls.report, { query: { testId } });
        if (isSo(report)) return report;
        await next;
      }
    },
    async offices() {
      const partners = await client.call(calls.partners);
      const clients = await inTurn(partners, ({ id }) =>
        client.call(calls.clients, { query: { partnerId: id } }),
      );
      return inTurn(clients, ({ id }) => client.call(calls.offices, { query: { clientId: id } }));
    },
    phones: async () =>
      (await client.call(calls.testPhones)).map(({ phoneID, ...phone }) => ({ id: phoneID, ...phone })),
  };
}

async function inTurn<Of, Found>(
  all: readonly Of[],
  find: (one: Of) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const one of all) found.push(...(await find(one)));
  return found;
}

/** The live events, as something to wait for. */
async function openStream(address: string, client: TestClient) {
  const leaving = new AbortController();
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(new URL(calls.live.path, address), {
    headers: { cookie },
    signal: leaving.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`live events answered ${response.status}`);
  let waiting = Promise.withResolvers<void>();
  // An error after the last wait must not be reported.
  waiting.promise.catch(() => undefined);

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let last = '';
    for await (const chunk of body) {
      last = decoder.decode(chunk);
      if (!last.includes('event: tests')) continue;
      const ended = waiting;
      waiting = Promise.withResolvers<void>();
      waiting.promise.catch(() => undefined);
      ended.resolve();
    }
    throw new Error(`the live events ended, at last with ${JSON.stringify(last)}`);
  }

  read(response.body as ReadableStream<Uint8Array>).catch((error: unknown) => waiting.reject(error));
  return { nextEvent: () => waiting.promise, close: () => leaving.abort() };
}
