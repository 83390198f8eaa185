import { receiptStateRank } from '@textprobe/domain/message-lifecycle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchParkedReceipts } from './parked.ts';
import { type OutcomeEvidence, type ReceiptEvidence, recordEvidence } from './record-evidence.ts';
import { claimNewMessages, createRigClock, type RigMessage } from './testing/evidence-rig.ts';
import { createWorld, type World } from './testing/world.ts';
import { transact } from './transact.ts';

const DELIVERED = receiptStateRank('delivered');
const clock = createRigClock();
let world: World;
beforeAll(async () => {
  world = await createWorld({ phones: 1, clock });
});
afterAll(() => world.close());

/** A message to the one phone, claimed at an instant of its own. */
async function claimOne(): Promise<RigMessage> {
  await clock.advance(1_000);
  const [message] = await claimNewMessages(world);
  if (message === undefined) throw new Error('nothing was claimed');
  await clock.advance(1_000);
  return message;
}

function answer(message: RigMessage, ...ids: string[]): OutcomeEvidence {
  const parts = ids.map((providerId, index) => ({ part: index + 1, parts: ids.length, providerId }));
  const outcome = { kind: 'accepted', at: clock.now(), parts } as const;
  return { kind: 'outcome', key: message, gatewayId: world.gatewayId, attempt: message.attempt, outcome };
}

/** @param spellings as the receipt has it first */
function receipt(message: RigMessage, ...spellings: [string, ...string[]]): ReceiptEvidence {
  const [providerId] = spellings;
  return {
    kind: 'receipt',
    receipt: {
      gatewayId: world.gatewayId,
      providerId,
      idVariants: spellings,
      recipient: message.recipient,
      state: DELIVERED,
      error: null,
      at: clock.now(),
      raw: `id:${providerId} stat:DELIVRD`,
    },
  };
}

const record = (...evidence: (OutcomeEvidence | ReceiptEvidence)[]) =>
  transact(world, (tx) => recordEvidence(tx, evidence, clock.now()));
const lookAgain = () => matchParkedReceipts(world, { from: 0, before: Infinity });

async function isDelivered(message: RigMessage): Promise<boolean> {
  const [row] = await world.messagesOf(message.testId);
  return row?.receipt_state === DELIVERED;
}

test('a receipt in another spelling waits for the answer that is still to come, which may bear its id as it stands', async () => {
  const other = await claimOne();
  await record(answer(other, '4660'));
  const meant = await claimOne();
  expect(await record(receipt(meant, '1234', '4d2', '4660'))).toMatchObject({ unmatched: 1 });
  expect(await isDelivered(other)).toBe(false);
  await record(answer(meant, '1234'));
  await lookAgain();
  expect([await isDelivered(meant), await isDelivered(other)]).toEqual([true, false]);
});

test('a carrier that counts anew: the receipt is for the message on its way, not for the one that had that id before', async () => {
  const before = await claimOne();
  await record(answer(before, '77'), receipt(before, '77'));
  expect(await isDelivered(before)).toBe(true);
  const meant = await claimOne();
  await record(receipt(meant, '77'));
  await record(answer(meant, '77'));
  await lookAgain();
  expect(await isDelivered(meant)).toBe(true);
});

test('what is just being answered in another spelling does not come before what bears the id as it stands', async () => {
  const meant = await claimOne();
  await record(answer(meant, '9001'));
  const other = await claimOne();
  await record(answer(other, '36865'), receipt(meant, '9001', '2329', '36865'));
  expect([await isDelivered(meant), await isDelivered(other)]).toEqual([true, false]);
});

test('where nothing waits for its answer another spelling counts at once, and so does a receipt that comes twice', async () => {
  const meant = await claimOne();
  await record(answer(meant, '65535'));
  expect(await record(receipt(meant, 'ffff', '65535'))).toMatchObject({ unmatched: 0 });
  expect(await isDelivered(meant)).toBe(true);
  expect(await record(receipt(meant, 'ffff', '65535'))).toMatchObject({ unmatched: 0 });
});

test('what was claimed after the receipt came does not hold it up', async () => {
  const meant = await claimOne();
  await record(answer(meant, '43981'));
  const said = receipt(meant, 'abcd', '43981');
  const later = await claimOne();
  expect(await record(said)).toMatchObject({ unmatched: 0 });
  expect([await isDelivered(meant), await isDelivered(later)]).toEqual([true, false]);
  await record(answer(later, '43982'));
});

test('a long message whose receipts come before all its answers is found in the end, though older ones bear such ids', async () => {
  const older = await claimOne();
  await record(answer(older, '4096', '4097'), receipt(older, '4096'), receipt(older, '4097'));
  const meant = await claimOne();
  await record(receipt(meant, '1000', '3e8', '4096'));
  await record(answer(meant, '1000', '1001'), receipt(meant, '1001', '3e9', '4097'));
  await lookAgain();
  expect(await isDelivered(meant)).toBe(true);
});
