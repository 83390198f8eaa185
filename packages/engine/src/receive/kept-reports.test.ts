/** Arrivals from stored handset reports: one reception per report, dated when it arrived, not when it was processed. */
import { keepHandsetReports, takeHandsetReports } from '@textprobe/database/handsets/handset-reports';
import { insertHandsetSource } from '@textprobe/database/handsets/handset-sources';
import { listReceptions } from '@textprobe/database/receptions/receptions';
import type { Arrival } from '@textprobe/gateways/inbox-port';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimNewMessages, type RigMessage } from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';

const SOURCE = 'c'.repeat(32);

let world: World;
let messages: RigMessage[];
beforeEach(async () => {
  world = await createWorld({ phones: 3 });
  messages = await claimNewMessages(world);
  const source = {
    id: SOURCE,
    kind: 'sms-gateway',
    name: 'x',
    secret: Buffer.of(1),
    createdBy: null,
  } as const;
  await world.db.transaction().execute((tx) => insertHandsetSource(tx, source, world.clock.now()));
});
afterEach(() => world.close());

/** Stores a report for each message and returns the arrivals made from them. */
async function storedArrivals(): Promise<Arrival[]> {
  const now = world.clock.now();
  const rows = messages.map((message) => ({
    key: Buffer.from(message.code.padEnd(32)),
    deviceId: null,
    simSlot: null,
    report: '{}',
  }));
  await keepHandsetReports(world.db, SOURCE, rows, now);
  const open = await takeHandsetReports(world.db, { now, until: now + 1, limit: 10 });
  return messages.map(({ text }, index) => ({
    inbox: 'sms-gateway',
    phoneId: null,
    messageCode: text,
    text,
    sender: '2025550100',
    stated: null,
    at: now,
    report: open[index]?.id ?? 0,
  }));
}

async function receptionsOf(): Promise<number[]> {
  const found = await listReceptions(
    world.db,
    messages.map(({ id }) => id),
  );
  return messages.map(({ id }) => found.get(id)?.length ?? 0);
}

test('CALL-16 a report that two processes handle at once is one reception', async () => {
  const arrivals = await storedArrivals();
  const outcomes = (
    await Promise.all([
      world.engineApi.receive(arrivals),
      world.engineApi.receive(arrivals),
      world.engineApi.receive(arrivals.toReversed()),
    ])
  ).flat();
  const kinds = outcomes.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'matched')).toHaveLength(3);
  expect(kinds.filter((kind) => kind === 'repeated')).toHaveLength(6);
  expect(await receptionsOf()).toEqual([1, 1, 1]);
});

test('CALL-16 a failed commit does not finish a report', async () => {
  const arrivals = await storedArrivals();
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`.execute(
    world.db,
  );
  await sql`create constraint trigger refuse after insert on receptions deferrable initially deferred
    for each row execute function refuse()`.execute(world.db);
  // One by one: a refusal would end the wait for all while the others are still tried separately.
  const refused = await Promise.allSettled(arrivals.map((arrival) => world.engineApi.receive([arrival])));
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await receptionsOf()).toEqual([0, 0, 0]);
  await sql`drop trigger refuse on receptions`.execute(world.db);
  const outcomes = await world.engineApi.receive(arrivals);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['matched', 'matched', 'matched']);
});

test('a reception has the instant at which its report arrived, however late it is processed', async () => {
  // An instant that cannot come from the engine's clock.
  const arrivedAt = world.clock.now() + 1_234_567;
  await world.engineApi.receive((await storedArrivals()).map((arrival) => ({ ...arrival, at: arrivedAt })));
  const rows = await world.messagesOf(messages[0]?.testId ?? 0);
  expect(rows.map((row) => row.received_at)).toEqual([arrivedAt, arrivedAt, arrivedAt]);
});
