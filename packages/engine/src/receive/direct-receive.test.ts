/** The fast path for receptions writes what the slow path would, and leaves everything unusual to it. */
import type { Database } from '@textprobe/database/core/connection';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import type { Arrival, ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import {
  accepted,
  claimNewMessages,
  createRigClock,
  deliver,
  type RigMessage,
} from '../testing/evidence-rig.ts';
import { recordArrivals } from '../testing/record-arrivals.ts';
import { createWorld, type World } from '../testing/world.ts';
import { readArrivals } from './match-arrivals.ts';
import { isUsual, recordUsual } from './record-arrivals.ts';

let world: World;
afterEach(() => world.close());

const TEXTS = ['whole', 'altered', 'code'] as const;
const SENDERS = [null, 'own', 'other'] as const;
const STATES = ['claimed', 'accepted', 'delivered', 'failed', 'received before'] as const;
type Case = readonly [
  state: (typeof STATES)[number],
  text: (typeof TEXTS)[number],
  sender: (typeof SENDERS)[number],
];
const CASES: Case[] = STATES.flatMap((state) =>
  TEXTS.flatMap((text) => SENDERS.map((sender): Case => [state, text, sender])),
);

async function bringTo(state: Case[0], message: RigMessage): Promise<void> {
  if (state === 'claimed') return;
  await deliver(world, message, [
    accepted(message),
    ...(state === 'delivered' || state === 'failed'
      ? [{ kind: 'receipt', part: 1, state, at: 20 } as const]
      : []),
    ...(state === 'received before' ? [{ kind: 'reception', text: 'altered', at: 900 } as const] : []),
  ]);
}

function arrivalOf(message: RigMessage, text: Case[1], sender: string | null): Arrival {
  const texts = { whole: message.text, altered: `?? ${message.text}`, code: null };
  const stated = { at: message.createdAt + 300, clock: 'handset' } as const;
  return { inbox: 'native', phoneId: null, messageCode: message.code, text: texts[text], sender, stated };
}

const record = (db: Database, arrivals: readonly { message: RigMessage; arrival: Arrival }[]) =>
  recordArrivals(
    { ...world, db },
    world.codes,
    arrivals.map(({ message, arrival }) => ({ arrival, at: message.createdAt + 500 })),
    world.clock.now(),
  );

async function rowsOf(messages: readonly RigMessage[]) {
  const ids = messages.map(({ id }) => id);
  const rows = await world.db
    .selectFrom('messages')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const differs = { id: 0, carrier: '', code: '', phone_id: 0, recipient: '', claimed_by: '' };
  return rows.map((row) => ({ ...row, ...differs }));
}

/** One report each; `times` is how often it is stored. */
async function receptionsOf(messages: readonly RigMessage[]) {
  const { rows } = await sql<Record<string, unknown> & { message_id: number; times: number }>`
    select message_id, count(*)::int4 as times, received_at, inbox, phone_id, account_id, sender, stated_at, stated_clock,
      media, message_created_at, comparison, sender_comparison, files_to_compare, file_comparison,
      replace(text, code, 'CODE') as text
    from receptions where message_id = any (${messages.map(({ id }) => id)}::int8[]) and stated_at is not null
    group by message_id, message_created_at, received_at, inbox, phone_id, account_id, sender, stated_at, stated_clock, media,
      comparison, sender_comparison, files_to_compare, file_comparison, text, code
    order by message_id`.execute(world.db);
  return rows;
}

test('Promise 5: a report leaves the same row whether it arrives alone, among others, or twice in a batch', async () => {
  world = await createWorld({ phones: 3 * CASES.length, clock: createRigClock(), evidence: 'handset' });
  const messages = await claimNewMessages(world);
  const ofGroup = (group: number) => messages.slice(group * CASES.length, (group + 1) * CASES.length);
  const [alone, among, twice] = [ofGroup(0), ofGroup(1), ofGroup(2)];
  const sender = (await world.messagesOf(messages[0]?.testId ?? 0))[0]?.sender ?? '';
  const senders = { own: sender, other: '+15550001111' };
  for (const [index, [state]] of CASES.entries()) {
    for (const group of [alone, among, twice]) await bringTo(state, group[index] as RigMessage);
  }
  const reported = (some: readonly RigMessage[]) =>
    CASES.map(([, text, from], index) => {
      const message = some[index] as RigMessage;
      return { message, arrival: arrivalOf(message, text, from && senders[from]) };
    });
  const outcomes: (ArrivalOutcome | null)[] = [];
  for (const one of reported(alone)) outcomes.push(...(await record(world.db, [one])).outcomes);
  outcomes.push(...(await record(world.db, reported(among))).outcomes);
  outcomes.push(...(await record(world.db, [...reported(twice), ...reported(twice)])).outcomes);
  const statuses = outcomes.map((outcome) =>
    outcome?.kind === 'matched' ? outcome.testActivityStatus : outcome?.kind,
  );
  expect(new Set(statuses)).toEqual(new Set(['RECEIVED']));
  expect(outcomes.flatMap((outcome) => (outcome?.kind === 'matched' ? outcome.testLogID : []))).toEqual(
    [...alone, ...among, ...twice, ...twice].map(({ id }) => id),
  );
  const careful = await rowsOf(twice);
  expect(await rowsOf(alone)).toEqual(careful);
  expect(await rowsOf(among)).toEqual(careful);
  const kept = async (some: readonly RigMessage[]) =>
    (await receptionsOf(some)).map((row) => ({ ...row, message_id: 0 }));
  const expected = (await kept(twice)).map((row) => ({ ...row, times: row.times / 2 }));
  expect(await kept(alone)).toEqual(expected);
  expect(await kept(among)).toEqual(expected);
  expect(await countRollupFaults(world.db)).toBe(0);
  const { rows } = await sql<{ settled: number; received: number }>`
    select sum(settled)::int4 as settled, sum(received)::int4 as received from run_deltas`.execute(world.db);
  expect(rows).toEqual([{ settled: messages.length, received: messages.length }]);
});

test.each([
  ['accepted', 'whole', 5],
  ['accepted', 'altered', 5],
  ['claimed', 'whole', 400],
  ['claimed', 'altered', 400],
] as const)(
  'CALL-17 a report whose request began before its message was submitted counts as arriving at the submission: %s, %s',
  async (state, text, expected) => {
    const clock = createRigClock();
    world = await createWorld({ phones: 1, clock, evidence: 'handset' });
    const [message] = (await claimNewMessages(world)) as [RigMessage];
    await bringTo(state, message);
    await clock.advance(400);
    const arrival = arrivalOf(message, text, null);
    const began = message.createdAt - 60_000;
    await recordArrivals(world, world.codes, [{ arrival, at: began }], clock.now());
    const [row] = await rowsOf([message]);
    const [reception] = await receptionsOf([message]);
    expect(row?.received_at).toBe(message.createdAt + expected);
    expect(reception?.received_at).toEqual(row?.received_at);
    expect(await countRollupFaults(world.db)).toBe(0);
  },
);

test('Promise 5: a report whose message was changed after it was read is stored once and counted once', async () => {
  world = await createWorld({ phones: 3, clock: createRigClock(), evidence: 'handset' });
  const messages = (await claimNewMessages(world)) as [RigMessage, RigMessage, RigMessage];
  for (const message of messages) await bringTo('accepted', message);
  const [receipted, received] = messages;
  let isRead = false;
  const between = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isRead || !result.rows.some((row) => 'place' in row)) return result;
      isRead = true;
      await deliver(world, receipted, [{ kind: 'receipt', part: 1, state: 'delivered', at: 20 }]);
      await deliver(world, received, [{ kind: 'reception', text: 'whole', at: 300 }]);
      return result;
    },
  });
  const { outcomes, changes } = await record(
    between,
    messages.map((message) => ({ message, arrival: arrivalOf(message, 'whole', null) })),
  );
  expect(isRead).toBe(true);
  expect(outcomes.map((outcome) => outcome?.kind)).toEqual(['matched', 'matched', 'matched']);
  expect([...changes.settledRunIds]).toHaveLength(1);
  const rows = await rowsOf(messages);
  expect(rows.map((row) => [row.receipt_state, (row.received_at ?? 0) - row.created_at])).toEqual([
    [3, 500],
    [0, 300],
    [0, 500],
  ]);
  expect((await receptionsOf(messages)).map(({ times }) => times)).toEqual([1, 1, 1]);
  expect(await countRollupFaults(world.db)).toBe(0);
  const { rows: counted } = await sql<{ received: number }>`
    select sum(received)::int4 as received from run_deltas`.execute(world.db);
  expect(counted).toEqual([{ received: 3 }]);
});

test('Promise 5: a message that changed twice since it was read counts in its current state, even at the same ctid', async () => {
  world = await createWorld({ phones: 1, clock: createRigClock(), evidence: 'handset' });
  const [message] = (await claimNewMessages(world)) as [RigMessage];
  await bringTo('accepted', message);
  const arrival = { arrival: arrivalOf(message, 'whole', null), at: message.createdAt + 500 };
  const read = await readArrivals(world.db, world.codes, [arrival], world.clock.now());
  const place = async () => (await sql<{ ctid: string }>`select ctid from messages`.execute(world.db)).rows;
  const before = await place();
  await deliver(world, message, [{ kind: 'receipt', part: 1, state: 'enroute', at: 20 }]);
  await sql`vacuum messages`.execute(world.db);
  await deliver(world, message, [{ kind: 'receipt', part: 1, state: 'delivered', at: 40 }]);
  expect(await place()).toEqual(before);
  expect(read.every(isUsual)).toBe(true);
  await recordUsual(world, read, world.clock.now());
  expect(await countRollupFaults(world.db)).toBe(0);
  expect(await rowsOf([message])).toMatchObject([{ receipt_state: 3, received_at: message.createdAt + 500 }]);
  expect((await receptionsOf([message])).map(({ times }) => times)).toEqual([1]);
});
