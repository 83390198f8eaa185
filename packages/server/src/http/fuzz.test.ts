/**
 * Fuzzing with valid and invalid requests generated from the OpenAPI document (CALL-22, CALL-23). `FUZZ_SEED` repeats a run;
 * a failure prints its seed. `npm run soak` sends ten thousand and checks the memory.
 */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../auth/passwords.ts';
import { type ApiDocument, createApiDocument } from '../openapi/document.ts';
import { operationsOf } from '../testing/fuzz-document.ts';
import { createJudge, type Judge } from '../testing/fuzz-judge.ts';
import { type FuzzRequest, fuzzRequests } from '../testing/fuzz-request.ts';
import { createSender, type Sender, type Visitors } from '../testing/fuzz-send.ts';
import { makeMessage, makeTest } from '../testing/messages.ts';
import { createPlainReports } from '../testing/plain-reports.ts';
import { createStrangersInboxes } from '../testing/source-inboxes.ts';
import {
  fillDirectory,
  PASSWORD,
  startTestServer,
  type TestServer,
  USERNAME,
} from '../testing/test-server.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
// Fourteen or so for each operation.
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2_300);
/** The allowed growth of the heap between the first thousand requests and the last, in bytes. */
const HEAP_GROWTH = 16 * 1_048_576;
const HANDSET_KEY = `tph_${'fuzz'.padEnd(43, '_')}`;
/** The example code of an arrival, replaced by one that exists. */
const EXAMPLE_CODE = 'M7Q2K9X4TBC';

let server: TestServer;
/** The last error that the server logged. */
let lastError = '';
let document: ApiDocument;
let judge: Judge;
let sender: Sender;
let visitors: Visitors;
beforeAll(async () => {
  server = await startTestServer({
    inboxes: [
      createNativeInbox({
        clock: realClock,
        findPhoneByKey: async (key) => (key === HANDSET_KEY ? 1 : null),
      }),
      ...createStrangersInboxes(),
    ],
    reports: createPlainReports(),
    log: pino({ level: 'error' }, { write: (line: string) => (lastError = line) }),
    // The clock is frozen, so a queued probe would wait forever.
    limits: { loginsPerMinute: 1_000_000, probesAtOnce: 1_000_000 },
  });
  await fillDirectory(server.db);
  let code = EXAMPLE_CODE;
  for (let count = 0; count < 5; count++) {
    const now = server.clock.now();
    const made = await makeTest(server.db, now);
    ({ code } = await makeMessage(server.db, { ...made, at: now }, 'sent'));
  }
  // All but one have begun and so cannot be deleted, so that later requests find them.
  await server.db.updateTable('tests').set({ execution_status: 'EXECUTING' }).where('id', '<', 5).execute();
  document = JSON.parse(JSON.stringify(createApiDocument()).replaceAll(EXAMPLE_CODE, code));
  judge = createJudge(document);
  await rebuildRollups(server.db);
  sender = createSender(server.address);
  visitors = await logIn();
});
afterAll(async () => {
  sender?.close();
  await server?.close();
});

/** Two browsers; resets the failed logins of the fuzzer, and its password: the document's example of a change has the right one. */
async function logIn(): Promise<Visitors> {
  await server.db.deleteFrom('login_attempts').execute();
  const password_hash = await hashPassword(PASSWORD);
  await server.db.updateTable('accounts').set({ password_hash }).where('username', '=', USERNAME).execute();
  const own = await server.operator();
  const ownToken = await own.csrfToken();
  const foreignToken = await (await server.operator()).csrfToken();
  return { own, ownToken, foreignToken, handsetKey: HANDSET_KEY };
}

/** Their success may end the sessions of the fuzzer. */
const ENDS_SESSIONS = new Set([
  'logout',
  'endSession',
  'endOtherSessions',
  'endAccountSessions',
  'resetTwoFactor',
]);
const seen = new Map<string, number>();
const heap = { early: 0, sent: 0 };

async function sendAndJudge(request: FuzzRequest): Promise<void> {
  const answer = await sender.send(request, visitors);
  const fault = judge(request, answer);
  const key = `${request.operation.name} ${answer.status}`;
  seen.set(key, (seen.get(key) ?? 0) + 1);
  if (answer.status === 204 && ENDS_SESSIONS.has(request.operation.name)) visitors = await logIn();
  heap.sent += 1;
  server.arrivals.length = 0;
  server.publishedTestIds.length = 0;
  if (heap.sent === 1_000) heap.early = heapAfterCollection();
  if (fault === null) return;
  const log = answer.status === 500 ? lastError : '';
  throw new Error(`${fault}\n${answer.status} ${answer.body.toString().slice(0, 500)}\n${log}`);
}

test(`CALL-22 ${REQUESTS} requests generated from the OpenAPI document are answered as documented, seed ${SEED}`, async () => {
  seen.clear();
  await fc.assert(fc.asyncProperty(fuzzRequests(document, operationsOf(document)), sendAndJudge), {
    seed: SEED,
    numRuns: REQUESTS,
    reporter(run) {
      if (!run.failed) return;
      const [request] = run.counterexample ?? [];
      const reason = run.errorInstance instanceof Error ? run.errorInstance.message : 'it failed';
      const description = request === undefined ? '' : describe(request);
      throw new Error(`FUZZ_SEED=${run.seed}: ${reason}\n${description}`);
    },
  });
  const late = heapAfterCollection();
  if (process.env.FUZZ_REPORT) writeFileSync(process.env.FUZZ_REPORT, report(late));
  expect((await fetch(new URL('/api/health/live', server.address))).status).toBe(200);
  // Most were not refused by the guards; some calls need an id that a random request seldom guesses.
  const good = new Set([...seen.keys()].filter((key) => / 2\d\d$/.test(key)).map((key) => key.split(' ')[0]));
  expect(good.size).toBeGreaterThan(operationsOf(document).length * 0.6);
  if (REQUESTS > 2_300) expect(late - heap.early).toBeLessThan(HEAP_GROWTH);
}, 1_800_000);

function describe({ method, target, headers, credentials, body }: FuzzRequest): string {
  const bytes =
    body === null ? 'no body' : `${body.contentType}: ${body.bytes.toString('utf8').slice(0, 1_000)}`;
  return `${method} ${target}\n${JSON.stringify({ headers, credentials })}\n${bytes}`;
}

/** The outcomes of each operation, one line each. @param late bytes of the heap at the end */
function report(late: number): string {
  const sorted = [...seen].toSorted(([a], [b]) => a.localeCompare(b));
  const byName = Map.groupBy(sorted, ([key]) => key.split(' ')[0]);
  const lines = [...byName].map(([name, counts]) => {
    const statuses = counts.map(([key, count]) => `${key.split(' ')[1]}×${count}`);
    return `${name}: ${statuses.join(' ')}`;
  });
  const mib = (bytes: number) => (bytes / 1_048_576).toFixed(1);
  return [...lines, '', `heap after 1,000 requests ${mib(heap.early)} MiB, at the end ${mib(late)} MiB`].join(
    '\n',
  );
}

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
