/** Pings of handsets, and phones that are switched off. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createManualClock, type ManualClock } from '@textprobe/smpp/testing/manual-clock';
import { afterEach, expect, it, vi } from 'vitest';
import { createHandsetPings, type HandsetPings } from './handset-pings.ts';
import { createRandom } from './random.ts';
import { ATT_PHONE, createLabWorld, TMOBILE_PHONE, VERIZON_PHONE } from './testing/lab-world.ts';
import { createRecordingLog } from './testing/recording-log.ts';

interface Ping {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly body: unknown;
}

let server: Server | undefined;
let pings: HandsetPings | undefined;
afterEach(() => {
  pings?.stop();
  server?.closeAllConnections();
  server?.close();
});

async function serve(status = 204): Promise<{ origin: string; got: Ping[] }> {
  const got: Ping[] = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ url: request.url, key: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

/** Generous, for a busy machine. */
const PATIENCE = { timeout: 15_000 };

/** Advances the clock in small steps until the work is done. */
async function passTime(clock: ManualClock, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    clock.advance(5);
    await new Promise(setImmediate);
  }
  await done;
}

const PHONES = [
  { phoneNumber: ATT_PHONE, key: 'key-att' },
  { phoneNumber: VERIZON_PHONE, key: 'key-verizon' },
];

it('every handset that is on pings with its key in each round, with the same state', async () => {
  const { origin, got } = await serve();
  const clock = createManualClock();
  const rounds = { ended: 0 };
  const log = createRecordingLog();
  let present = PHONES;
  pings = createHandsetPings({
    clock: {
      ...clock,
      after(ms, fn) {
        if (ms === 10_000) rounds.ended += 1;
        return clock.after(ms, fn);
      },
    },
    log,
    everyMs: 10_000,
    target: origin,
    present: () => present,
    random: createRandom(1),
  });
  clock.advance(0);
  // Not earlier: a ping in flight would time out.
  await vi.waitFor(() => expect(rounds.ended).toBe(1), PATIENCE);
  expect(got).toHaveLength(2);
  expect(new Set(got.map(({ key }) => key))).toEqual(new Set(['Bearer key-att', 'Bearer key-verizon']));
  expect(got[0]).toMatchObject({
    url: '/api/tests/sm/v1/handsets/ping',
    body: { battery: expect.any(Number), charging: expect.any(Boolean), network: expect.any(String) },
  });
  present = PHONES.slice(0, 1);
  clock.advance(10_000);
  await vi.waitFor(() => expect(rounds.ended).toBe(2), PATIENCE);
  expect(got).toHaveLength(3);
  const first = got.find(({ key }) => key === 'Bearer key-att');
  expect(got.at(-1)).toEqual(first);
  expect(log.complaints).toEqual([]);
});

it('a handset whose pings fail is logged once, and keeps pinging', async () => {
  const { origin, got } = await serve(503);
  const clock = createManualClock();
  const log = createRecordingLog();
  const options = { clock, log, everyMs: 1_000, random: createRandom(1), present: () => PHONES };
  pings = createHandsetPings({ ...options, target: null });
  clock.advance(5_000);
  pings.setTarget(origin);
  await vi.waitFor(() => {
    clock.advance(1_000);
    expect(got.length).toBeGreaterThan(4);
  }, PATIENCE);
  expect(log.complaints).toHaveLength(1);
});

it('a phone that stays off gets nothing, and no receipt says that it did', async () => {
  await using world = await createLabWorld({ absences: [{ phone: ATT_PHONE, from: 0 }] });
  await world.send('to nobody');
  await world.send('to somebody', { destination: VERIZON_PHONE });
  await world.lab.idle();
  expect(world.lab.submissions().map(({ answer }) => answer)).toEqual(['accepted', 'accepted']);
  expect(world.inbox.posts.map(({ body }) => body.messageBody)).toEqual(['to somebody']);
  expect(world.receipts()).toHaveLength(1);
});

it('a phone that comes back gets its stored messages, and their receipts follow', async () => {
  const clock = createManualClock();
  const absences = [{ phone: TMOBILE_PHONE, from: 0, until: 400 }];
  await using world = await createLabWorld({ absences }, {}, clock);
  await world.send('kept', { destination: TMOBILE_PHONE });
  await passTime(clock, world.lab.idle());
  expect(world.inbox.posts).toMatchObject([{ body: { messageBody: 'kept' } }]);
  expect(world.receipts()).toHaveLength(1);
  const reached = world.truth.find(({ kind }) => kind === 'reached');
  expect(reached?.at).toBeGreaterThanOrEqual(400);
});

it('a scenario defines pings and absences', async () => {
  await using world = await createLabWorld({
    pingEvery: 50,
    absences: [{ phone: ATT_PHONE, from: 0 }],
  });
  await vi.waitFor(() => expect(world.inbox.pings.length).toBeGreaterThan(4), PATIENCE);
  expect(new Set(world.inbox.pings)).toEqual(new Set(['Bearer key-verizon', 'Bearer key-tmobile']));
});
