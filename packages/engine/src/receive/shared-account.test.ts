/** A carrier delivers a receipt to any bind of an account: gateways that share one get receipts for each other's messages. */
import { noteAccounts } from '@textprobe/database/gateways/gateway-accounts';
import { readMessageTimeline } from '@textprobe/database/message-log/message-timeline';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { afterEach, expect, test } from 'vitest';
import { transact } from '../kit/transact.ts';
import {
  answerOf,
  claimNewMessages,
  createRigClock,
  type RigMessage,
  receiptOf,
} from '../testing/evidence-rig.ts';
import { createFakeGateway, type FakeAnswer } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';
import type { Evidence } from './evidence.ts';
import { recordEvidence } from './record-evidence.ts';
import { rematchReceipts } from './unmatched.ts';

let world: World;
afterEach(() => world.close());

const ACCOUNT = 'smsc.example:2775 acme';
const DELIVERED = receiptStateRank('delivered');

async function addGateway(name: string): Promise<number> {
  const { id } = await world.db
    .insertInto('gateways')
    .values({ name, kind: 'fake' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const setAccounts = (accounts: readonly (readonly [gatewayId: number, account: string])[]) =>
  transact(world, (tx) =>
    noteAccounts(
      tx,
      accounts.map(([gatewayId, account]) => ({ gatewayId, account })),
    ),
  );

const record = (evidence: readonly Evidence[]) =>
  transact(world, (tx) => recordEvidence(tx, evidence, world.clock.now()));

function receiptOver(
  gatewayId: number,
  message: RigMessage,
  providerId: string,
  idVariants = [providerId],
): Evidence {
  return { kind: 'receipt', receipt: receiptOf(message, gatewayId, { providerId, idVariants }) };
}

async function receiptStates(): Promise<number[]> {
  const rows = await world.db.selectFrom('messages').select('receipt_state').orderBy('id').execute();
  return rows.map(({ receipt_state: state }) => state);
}

async function twoGateways(messages: number): Promise<{ other: number; messages: RigMessage[] }> {
  world = await createWorld({ phones: messages, clock: createRigClock(), evidence: 'receipt' });
  const other = await addGateway('other');
  await setAccounts([
    [world.gatewayId, ACCOUNT],
    [other, ACCOUNT],
  ]);
  return { other, messages: await claimNewMessages(world) };
}

test('a receipt over another gateway of the account finds its message, before its answer, with it and after it', async () => {
  const { other, messages } = await twoGateways(3);
  const [before, along, after] = messages as [RigMessage, RigMessage, RigMessage];
  await record([receiptOver(other, before, 'b1'), answerOf(after, world.gatewayId, 'b3')]);
  await record([
    answerOf(before, world.gatewayId, 'b1'),
    answerOf(along, world.gatewayId, 'b2'),
    receiptOver(other, along, 'b2'),
  ]);
  await record([receiptOver(other, after, 'b3')]);
  await rematchReceipts(world);
  expect(await receiptStates()).toEqual([DELIVERED, DELIVERED, DELIVERED]);
  expect(await countRollupFaults(world.db)).toBe(0);
  const rows = await world.db.selectFrom('messages').selectAll().execute();
  for (const row of rows) {
    const { items } = await readMessageTimeline(world.db, ALL_PARTNERS, row);
    expect(items.find(({ kind }) => kind === 'receipt')?.fact).toMatchObject({ kind: 'part receipt' });
  }
});

test('a receipt over a gateway of another account matches nothing, whatever its id is', async () => {
  const { other, messages } = await twoGateways(1);
  const [message] = messages as [RigMessage];
  await setAccounts([[other, 'smsc.example:2775 another']]);
  await record([answerOf(message, world.gatewayId, 'b1')]);
  await record([receiptOver(other, message, 'b1')]);
  expect(await receiptStates()).toEqual([0]);
});

test('receipts still find the messages of a gateway whose account has changed since', async () => {
  const { other, messages } = await twoGateways(1);
  const [message] = messages as [RigMessage];
  await record([answerOf(message, world.gatewayId, 'b1')]);
  await setAccounts([[world.gatewayId, 'smsc.example:2775 another']]);
  await record([receiptOver(other, message, 'b1')]);
  expect(await receiptStates()).toEqual([DELIVERED]);
});

test('of two messages with the same id, the newer is matched, whichever gateway of the account sent it', async () => {
  const clock = createRigClock();
  world = await createWorld({ clock, evidence: 'receipt' });
  const other = await addGateway('other');
  await setAccounts([
    [world.gatewayId, ACCOUNT],
    [other, ACCOUNT],
  ]);
  const [earlier] = (await claimNewMessages(world)) as [RigMessage];
  await record([answerOf(earlier, world.gatewayId, '5')]);
  await clock.advance(60_000);
  const [later] = (await claimNewMessages(world)) as [RigMessage];
  await record([answerOf({ ...later, claimed: undefined }, other, '5')]);
  await record([receiptOver(world.gatewayId, later, '5', ['5', 'five'])]);
  expect(await receiptStates()).toEqual([0, DELIVERED]);
});

test('an ambiguous receipt waits for an answer over any gateway of the account', async () => {
  const { other, messages } = await twoGateways(2);
  const [first, second] = messages.toSorted((a, b) => a.id - b.id) as [RigMessage, RigMessage];
  await world.db.updateTable('messages').set({ recipient: first.recipient }).execute();
  await record([answerOf(first, world.gatewayId, '5'), receiptOver(world.gatewayId, first, '5')]);
  // The first has its final receipt: the carrier's counter has restarted.
  await record([receiptOver(other, first, '5')]);
  expect(await receiptStates()).toEqual([DELIVERED, 0]);
  await record([answerOf({ ...second, claimed: undefined }, world.gatewayId, '5')]);
  await rematchReceipts(world);
  expect(await receiptStates()).toEqual([DELIVERED, DELIVERED]);
});

test('GUARD-13 two workers with a gateway each on one account get each other’s receipts, and lose none', async () => {
  world = await createWorld({ phones: 4, evidence: 'receipt' });
  const other = await addGateway('other');
  await setAccounts([
    [world.gatewayId, ACCOUNT],
    [other, ACCOUNT],
  ]);
  const withheldFirst = (_message: unknown, nth: number): FakeAnswer =>
    nth <= 2
      ? 'withhold'
      : { kind: 'accepted', at: Date.now(), parts: [{ part: 1, parts: 1, providerId: `m${nth}` }] };
  const sending = createFakeGateway({ name: 'sending', answer: withheldFirst });
  const receiving = createFakeGateway({ name: 'receiving' });
  await world.startEngine(sending);
  await world.startEngine(receiving, { gateways: new Map([[other, receiving]]) });
  const testId = await world.createTest();
  await sending.submitted(4);
  for (const nth of [1, 2, 3, 4]) await receiving.sendReceipt({ providerId: `m${nth}`, state: 'delivered' });
  for (const [nth, reference] of [...sending.withheld.keys()].entries()) {
    const parts = [{ part: 1, parts: 1, providerId: `m${nth + 1}` }];
    sending.withheld.get(reference)?.({ kind: 'accepted', at: Date.now(), parts });
  }
  const states = await world.until(async () => {
    const rows = await world.messagesOf(testId);
    const all = rows.map(({ receipt_state: state }) => state);
    return all.every((state) => state === DELIVERED) && all;
  });
  expect(states).toHaveLength(4);
});
