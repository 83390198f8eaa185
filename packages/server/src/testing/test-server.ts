/** A server on a free port with its own database, a clock that the test moves, and an engine API that it watches. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from '@node-rs/argon2';
import { changePassword, createAccount } from '@textprobe/database/accounts/accounts';
import type { Database } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { importDirectory } from '@textprobe/database/directory/import-directory';
import { groupTests } from '@textprobe/database/live/channels';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { createSealer } from '@textprobe/database/secrets/sealing';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { OFFLINE_AFTER_MS } from '@textprobe/domain/phone-presence';
import { createManualClock, type ManualClock } from '@textprobe/domain/testing/manual-clock';
import { createEngineApi, type EngineApi } from '@textprobe/engine/api';
import type { Arrival, Inbox, Receive } from '@textprobe/gateways/inbox-port';
import { openDiskStorage } from '@textprobe/media/disk-storage';
import { MediaRefused } from '@textprobe/media/media-refused';
import type { MediaStorage } from '@textprobe/media/media-storage';
import { createReportRenderer } from '@textprobe/reports/report-renderer';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll } from 'vitest';
import { hashPassword } from '../auth/passwords.ts';
import type { ServerDeps } from '../deps.ts';
import type { LiveListener } from '../live/live-feed.ts';
import type { FetchLink } from '../media/media-intake.ts';
import { buildServer } from '../server.ts';
import { TEST_KINDS } from './gateway-kinds.ts';
import { createTestClient, type TestClient } from './test-client.ts';

export const USERNAME = 'operator';
export const PASSWORD = 'correct horse battery staple';

/** Signs the links of test servers. */
export const MEDIA_SECRET = Buffer.alloc(32, 3);

export interface TestServer {
  readonly db: Database;
  readonly clock: ManualClock;
  /** The real one. */
  readonly engineApi: EngineApi;
  readonly address: string;
  readonly app: Awaited<ReturnType<typeof buildServer>>;
  /** The lines of the log, as objects. */
  readonly logged: Record<string, unknown>[];
  /** Reports that reached the engine. */
  readonly arrivals: Arrival[];
  /** Tests that were published to screens, and reached the open streams. */
  readonly publishedTestIds: number[];
  publishLive: LiveListener;
  readonly storage: MediaStorage;
  /** Every file in the media storage, including partial ones. */
  storedFiles(): Promise<string[]>;
  /** A browser that has not logged in. */
  visitor(): TestClient;
  /** One that has. */
  operator(): Promise<TestClient>;
  /** A program with this API token. */
  program(token: string): TestClient;
  /** Changes the operator's password, as the command line does. */
  setPassword(password: string): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** At the least cost, which the hash states: at the usual one each login would take 7 ms of processor time. */
const PASSWORD_HASH = hashSync(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/**
 * @param overrides.db a migrated database, which stays; default: a new one
 * @param overrides.engineApi methods that replace those of the real one
 * @param overrides.now where time begins, in epoch milliseconds; default: the present
 */
export async function startTestServer({
  fetchLink = reachNothing,
  now = Date.now(),
  watchStorage = (made) => made,
  engineApi: changedApi,
  ...overrides
}: Partial<
  Omit<ServerDeps, 'engineApi'> & {
    fetchLink: FetchLink;
    now: number;
    engineApi: Partial<EngineApi>;
    watchStorage: (made: MediaStorage) => MediaStorage;
  }
> = {}): Promise<TestServer> {
  const { db, drop } =
    overrides.db === undefined
      ? await createTestDatabase()
      : { db: overrides.db, drop: async () => undefined };
  const codes = await openMessageCodes(db);
  const clock = createManualClock(now);
  await createAccount(db, {
    username: USERNAME,
    role: 'administrator',
    passwordHash: PASSWORD_HASH,
    createdAt: clock.now(),
  });
  const mediaFolder = await mkdtemp(join(tmpdir(), 'textprobe-media-'));
  const storage = watchStorage(await openDiskStorage(mediaFolder, { clock }));
  const logged: Record<string, unknown>[] = [];
  const arrivals: Arrival[] = [];
  const publishedTestIds: number[] = [];
  const live = new Set<LiveListener>();
  const publishLive: LiveListener = (changes) => {
    for (const listener of live) listener(changes);
  };
  const engineApi = createEngineApi({
    db,
    codes,
    clock,
    log: silentLog,
    deadlineMs: 60_000,
  });
  const watchedApi: EngineApi = {
    ...engineApi,
    async receive(given) {
      arrivals.push(...given);
      return engineApi.receive(given);
    },
    publishChanges(tests) {
      publishedTestIds.push(...tests.map(({ id }) => id));
      publishLive(groupTests(tests));
    },
    ...changedApi,
  };
  const reports = overrides.reports ?? createReportRenderer({ clock });
  const app = await buildServer({
    db,
    codes,
    clock,
    engineApi: watchedApi,
    inboxes: [echoInbox],
    receiptInboxes: [],
    findGatewayReceipts: async () => null,
    log: pino({ level: 'debug' }, { write: (line: string) => logged.push(JSON.parse(line)) }),
    publicUrl: null,
    mailer: null,
    signup: 'request',
    requireTwoFactor: 'none',
    signOn: null,
    demo: false,
    webRoot: null,
    secrets: {
      cookie: Buffer.alloc(32, 1),
      csrf: Buffer.alloc(32, 2),
      mediaLinks: MEDIA_SECRET,
      audit: Buffer.alloc(32, 4),
    },
    sealer: createSealer(Buffer.alloc(32, 4)),
    gatewayKinds: TEST_KINDS,
    media: {
      storage,
      fetchLink,
    },
    reports,
    subscribeLive(listener) {
      live.add(listener);
      return () => live.delete(listener);
    },
    readiness: async () => ({ ready: true }),
    offlineAfterMs: OFFLINE_AFTER_MS,
    trustedProxies: ['loopback'],
    onPasswordChange: async () => undefined,
    metrics: { registry: new Registry(), token: null },
    createHandsetKey: () => ({ key: `tph_${live.size}`, hash: Buffer.from(crypto.randomUUID()) }),
    setUpSmsGateway: async () => ({ ok: false, field: 'address', message: 'Tests have no network access.' }),
    ...overrides,
  });
  async function close(): Promise<void> {
    await app.close();
    await reports.close();
    await engineApi.stop();
    await drop();
    await rm(mediaFolder, { recursive: true, force: true });
  }
  const address = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    db,
    clock,
    engineApi: watchedApi,
    address,
    app,
    storage,
    logged,
    arrivals,
    publishedTestIds,
    publishLive,
    async storedFiles() {
      const entries = await readdir(mediaFolder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    visitor: () => createTestClient(address),
    program: (token) => createTestClient(address, token),
    async operator() {
      const client = createTestClient(address);
      const response = await client.login(USERNAME, PASSWORD);
      if (response.status !== 200) throw new Error(`login: ${response.status} ${await response.text()}`);
      return client;
    },
    async setPassword(password) {
      const passwordHash = await hashPassword(password);
      const { id } = await db
        .selectFrom('accounts')
        .select('id')
        .where('username', '=', USERNAME)
        .executeTakeFirstOrThrow();
      const change = { passwordHash, now: clock.now() };
      await db.transaction().execute((tx) => changePassword(tx, id, change));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A server over a filled directory for all tests of a file, and a browser that has logged in; closed after them. */
export async function openTestServer(
  overrides?: Parameters<typeof startTestServer>[0],
): Promise<{ server: TestServer; client: TestClient }> {
  const server = await startTestServer(overrides);
  afterAll(() => server.close());
  await fillDirectory(server.db);
  return { server, client: await server.operator() };
}

const reachNothing: FetchLink = async (url) => {
  throw new MediaRefused('media.link', `'${url}' could not be fetched: tests have no network access.`);
};

/** Delivers any bytes as one report, if sent with a key or a session. */
export const ECHO_PATH = '/api/inboxes/echo';
const echoInbox: Inbox = {
  name: 'echo',
  paths: [ECHO_PATH],
  takesSessions: true,
  async admit({ headers, accountId }) {
    if (headers.authorization === undefined && accountId === null) {
      const problem = { code: 'handset-key.invalid', detail: 'Send a key.' };
      return { kind: 'refused', response: { status: 401, problem } };
    }
    return { kind: 'proven', receive: echo };
  },
};

const echo: Receive = async ({ body }, deliver) => {
  const messageCode = Buffer.from(body).toString('latin1');
  const [outcome] = await deliver([
    { inbox: 'echo', phoneId: null, messageCode, text: null, sender: null, stated: null },
  ]);
  if (outcome?.kind !== 'matched') {
    return { status: 404, problem: { code: 'message.unknown', detail: 'Kept for later.' } };
  }
  return {
    status: 200,
    body: { testLogID: outcome.testLogID, testActivityStatus: outcome.testActivityStatus },
  };
};

/** Two partners with two clients of two offices each, and three phones; ids start at 1 in the order of the names. */
export async function fillDirectory(db: Database): Promise<void> {
  const offices = ['Acorn', 'Birch'].flatMap((partner) =>
    ['North', 'South'].flatMap((client) =>
      ['Oak Street', 'Pine Road'].map((office) => ({
        partner,
        client: `${partner} ${client}`,
        office: `${partner} ${client} ${office}`,
        phoneNumber: '+12025550100',
        managerFirstName: 'Ada',
        managerLastName: 'Lovelace',
      })),
    ),
  );
  const phones = ['AT&T', 'Verizon', 'T-Mobile'].map((carrier, index) => ({
    name: `Phone ${index + 1}`,
    phoneNumber: `+1202555020${index}`,
    carrier,
    evidence: 'handset' as const,
  }));
  await importDirectory(db, { offices, phones }, Date.now());
}
