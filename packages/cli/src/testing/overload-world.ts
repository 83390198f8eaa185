/** The program as it is started on one machine, with operators, a handset and a crowd that asks more than it can do. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { calls } from '@textprobe/contract/calls';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { createTestClient, type TestClient } from '@textprobe/server/testing/test-client';
import { makeDataSite } from './data-site.ts';
import { writeDirectoryFile } from './input-files.ts';
import type { LoadOrder, LoadRequest, LoadTally, LoadTarget } from './load-source.ts';
import { type Program, runProgram, startProgram } from './program.ts';

export interface OverloadWorld {
  readonly program: Program;
  /** One who takes no part in the crowd. */
  readonly bystander: TestClient;
  load(order: LoadOrder): Promise<LoadTally>;
  close(): Promise<void>;
}

/** Sessions of the crowd: so many that none has more than its share. */
const OPERATORS = 8;
const PASSWORD = 'correct horse';
const BODY_OF_REPORT = JSON.stringify({ messageCode: 'no code of ours', messageBody: 'Hello' });

export async function openOverloadWorld(): Promise<OverloadWorld> {
  const site = await makeDataSite();
  const database = await createTestDatabase();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: site.path('data'),
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
  };
  await writeDirectoryFile(site.path('directory.csv'), { offices: 2, phones: 2 });
  const imported = await runProgram(['import', site.path('directory.csv')], { settings });
  if (imported.code !== 0) throw new Error(`the directory could not be imported: ${imported.stderr}`);
  const program = await startProgram(['start'], { settings });
  const crowd = await inTurn(OPERATORS, () => logIn(program.place));
  const { hostname: host, port } = new URL(program.place);
  const requests = await crowdRequests(crowd);
  const target: LoadTarget = { host, port: Number(port), requests };
  const source = new Worker(new URL('./load-source.ts', import.meta.url), { workerData: target });

  return {
    program,
    bystander: await logIn(program.place),
    async load(order) {
      source.postMessage(order);
      const [tally] = (await once(source, 'message')) as [LoadTally];
      return tally;
    },
    async close() {
      await source.terminate();
      await program.end();
      await database.drop();
      await site.remove(site.path('data'));
    },
  };
}

async function logIn(place: string): Promise<TestClient> {
  const client = createTestClient(place);
  const answer = await client.login('admin', PASSWORD);
  if (!answer.ok) throw new Error(`the login answered ${answer.status}: ${await answer.text()}`);
  return client;
}

/** Of ten requests six read, three report what arrived, one creates a test of one message. */
async function crowdRequests(crowd: readonly TestClient[]): Promise<LoadRequest[]> {
  const [first] = crowd as [TestClient];
  const [phone] = await first.call(calls.testPhones);
  const { key } = await first.call(calls.createHandsetKey, { body: { phoneID: phone?.phoneID ?? 0 } });
  const [client] = await first.call(calls.clients, { query: { partnerId: 1 } });
  const [office] = await first.call(calls.offices, { query: { clientId: client?.id ?? 0 } });
  const test = JSON.stringify({
    partnerIDs: [1],
    officeIDs: [office?.id],
    phoneIDs: [phone?.phoneID],
    messageBody: 'Hello',
  });
  const cookies = crowd.map((one) => [...one.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
  const tokens = await inTurn(crowd.length, (nth) => (crowd[nth] as TestClient).csrfToken());
  const withToken = crowd.map((one) =>
    [...one.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  );
  return [
    {
      name: 'list',
      weight: 6,
      expected: 200,
      bytes: cookies.map((cookie) => bytesOf('GET', `${calls.listTests.path}?pageSize=20`, { cookie })),
    },
    {
      name: 'report',
      weight: 3,
      // Written down, and matched to no message.
      expected: 404,
      bytes: [
        bytesOf('POST', calls.messageReceivedSms.path, { authorization: `Bearer ${key}` }, BODY_OF_REPORT),
      ],
    },
    {
      name: 'create',
      weight: 1,
      expected: 201,
      bytes: withToken.map((cookie, nth) =>
        bytesOf('POST', calls.createTest.path, { cookie, 'x-xsrf-token': tokens[nth] ?? '' }, test),
      ),
    },
  ];
}

function bytesOf(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const type =
    body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) };
  const lines = Object.entries({ host: 'localhost', ...headers, ...type }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

async function inTurn<T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let nth = 0; nth < count; nth += 1) made.push(await make(nth));
  return made;
}
