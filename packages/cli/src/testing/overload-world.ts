/** The program on one machine, with operators, a handset and a crowd that exceeds its capacity. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import {
  type Program,
  runProgram,
  type Settings,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { hashPassword } from '@textprobe/server/auth/passwords';
import { createTestClient, type TestClient } from '@textprobe/server/testing/test-client';
import { makeDataSite } from './data-site.ts';
import { directoryCsv } from './input-files.ts';
import type { LoadOrder, LoadRequest, LoadTally, LoadTarget } from './load-source.ts';
import type { TrickleOrder } from './trickle-source.ts';

export interface Trickle {
  end(): Promise<void>;
}

export interface OverloadWorld {
  readonly program: Program;
  /** The administrator, outside the crowd. */
  readonly bystander: TestClient;
  load(order: LoadOrder): Promise<LoadTally>;
  /** Callers that request one path without a session, in addition to other load. */
  flood(path: string, order: LoadOrder): Promise<LoadTally>;
  /** Sockets of one network that each send an incomplete request. See `trickle-source.ts`. */
  trickle(order: Omit<TrickleOrder, 'host' | 'port'>): Promise<Trickle>;
  /** A handset reports a message. */
  report(): Promise<Response>;
  close(): Promise<void>;
}

/** Accounts of the crowd, with one session each: enough that none exceeds its share. */
const OPERATORS = 8;
/** Two networks: a single one gets only a quarter of the connections. */
const CROWDS_ADDRESSES = ['127.0.0.1', '127.0.0.4'];
export const ADMIN_PASSWORD = 'correct horse';
const BODY_OF_REPORT = JSON.stringify({ messageCode: 'no code of ours', messageBody: 'Hello' });

/** @param more settings of the program */
export async function openOverloadWorld(more: Settings = {}): Promise<OverloadWorld> {
  const site = await makeDataSite();
  const database = await createTestDatabase();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: site.path('data'),
    ADMIN_PASSWORD,
    LOG_LEVEL: 'warn',
    ...more,
  };
  await writeFile(site.path('directory.csv'), directoryCsv({ offices: 2, phones: 2 }));
  const imported = await runProgram(['import', site.path('directory.csv')], { settings });
  if (imported.code !== 0) throw new Error(`the directory could not be imported: ${imported.stderr}`);
  const program = await startProgram(['start'], { settings });
  const bystander = await logIn(program.place, 'admin');
  const passwordHash = await hashPassword(ADMIN_PASSWORD);
  const crowd = await inTurn(OPERATORS, async (nth) => {
    const account = { username: `operator ${nth}`, role: 'operator', passwordHash, createdAt: 0 } as const;
    await createAccount(database.db, account);
    return logIn(program.place, account.username);
  });
  const { hostname: host, port } = new URL(program.place);
  const key = await handsetKey(bystander);
  const place = { host, port: Number(port) };
  const source = startSource({ ...place, from: CROWDS_ADDRESSES, requests: await crowdRequests(crowd, key) });

  return {
    program,
    bystander,
    load: (order) => tallyOf(source, order),
    async flood(path, order) {
      const requests = [{ name: path, weight: 1, expected: 200, bytes: [bytesOf('GET', path, {})] }];
      const flooder = startSource({ ...place, from: ['127.0.0.1'], requests });
      try {
        return await tallyOf(flooder, order);
      } finally {
        await flooder.terminate();
      }
    },
    async trickle(order) {
      const workerData: TrickleOrder = { ...order, ...place };
      const worker = new Worker(new URL('./trickle-source.ts', import.meta.url), { workerData });
      await once(worker, 'message');
      return { end: async () => void (await worker.terminate()) };
    },
    report: () =>
      createTestClient(program.place).send('POST', calls.messageReceivedSms.path, {
        body: JSON.parse(BODY_OF_REPORT),
        headers: { authorization: `Bearer ${key}` },
        token: null,
      }),
    async close() {
      await source.terminate();
      await program.end();
      await database.drop();
      await site.remove(site.path('data'));
    },
  };
}

function startSource(target: LoadTarget): Worker {
  return new Worker(new URL('./load-source.ts', import.meta.url), { workerData: target });
}

async function tallyOf(source: Worker, order: LoadOrder): Promise<LoadTally> {
  source.postMessage(order);
  const [tally] = (await once(source, 'message')) as [LoadTally];
  return tally;
}

async function logIn(place: string, username: string): Promise<TestClient> {
  const client = createTestClient(place);
  const answer = await client.login(username, ADMIN_PASSWORD);
  if (!answer.ok) throw new Error(`the login answered ${answer.status}: ${await answer.text()}`);
  return client;
}

async function handsetKey(admin: TestClient): Promise<string> {
  const [phone] = await admin.call(calls.testPhones);
  return (await admin.call(calls.createHandsetKey, { body: { phoneId: phone?.phoneID ?? 0 } })).key;
}

/** Six of ten requests read, three report a message, one creates a test of one message. */
async function crowdRequests(crowd: readonly TestClient[], key: string): Promise<LoadRequest[]> {
  const [first] = crowd as [TestClient];
  const [phone] = await first.call(calls.testPhones);
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
      // Stored, and matched to no message.
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
