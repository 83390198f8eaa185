import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { ID_READINGS, readId } from '@textprobe/domain/message-id-spelling';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../kit/transact.ts';
import { claimNewMessages, createRigClock, type RigMessage, receiptOf } from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';
import type { OutcomeEvidence, ReceiptEvidence } from './evidence.ts';
import { recordEvidence } from './record-evidence.ts';
import { rematchReceipts } from './unmatched.ts';

const DELIVERED = receiptStateRank('delivered');
const clock = createRigClock();
let world: World;
beforeAll(async () => {
  world = await createWorld({ phones: 1, clock });
});
afterAll(() => world.close());

/** A world whose gateway has no learned spellings. */
async function createFreshWorld(): Promise<World> {
  await world.close();
  world = await createWorld({ phones: 1, clock });
  return world;
}

async function countUnmatched({ db }: World): Promise<number> {
  const unmatched = await db
    .selectFrom('raw_receipts')
    .select('id')
    .where('message_id', 'is', null)
    .execute();
  return unmatched.length;
}

/** Claims a message to the one phone, at a unique instant. */
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

/** @param spellings the receipt's own spelling first */
function receipt(message: RigMessage, ...spellings: [string, ...string[]]): ReceiptEvidence {
  const id = { providerId: spellings[0], idVariants: spellings, at: clock.now() };
  return { kind: 'receipt', receipt: receiptOf(message, world.gatewayId, id) };
}

const record = (...evidence: (OutcomeEvidence | ReceiptEvidence)[]) =>
  transact(world, (tx) => recordEvidence(tx, evidence, clock.now()));
const rematch = () => rematchReceipts(world);

/** A long message whose parts have distinct ids, from which the carrier's spelling can be learned. */
async function teachSpelling(spell: { answers: (id: number) => string; receipts: (id: number) => string }) {
  const message = await claimOne();
  taughtIds += 100;
  const ids = Array.from({ length: 40 }, (_, index) => 700_000_000 + taughtIds + index);
  const receipts = ids.map((id) => receipt(message, ...variantsOf(spell.receipts(id))));
  await record(answer(message, ...ids.map(spell.answers)), ...receipts);
}
let taughtIds = 0;
const decimal = (id: number) => String(id);
const hex = (id: number) => id.toString(16);

/** As the gateway reports them. */
function variantsOf(id: string): [string, ...string[]] {
  const readings = ID_READINGS.flatMap((reading) => readId(id, reading) ?? []);
  return [id, ...new Set(readings.filter((one) => one !== id))];
}

async function isDelivered(message: RigMessage): Promise<boolean> {
  const [row] = await world.messagesOf(message.testId);
  return row?.receipt_state === DELIVERED;
}

test('a receipt in another spelling waits for a pending answer, which may have its id as written', async () => {
  const other = await claimOne();
  await record(answer(other, '4660'));
  const meant = await claimOne();
  expect(await record(receipt(meant, '1234', '4d2', '4660'))).toMatchObject({ unmatched: 1 });
  expect(await isDelivered(other)).toBe(false);
  await record(answer(meant, '1234'));
  await rematch();
  // With answers in decimal and receipts in hex it would belong to the other message.
  expect([await isDelivered(meant), await isDelivered(other)]).toEqual([false, false]);
  await teachSpelling({ answers: decimal, receipts: decimal });
  await rematch();
  expect([await isDelivered(meant), await isDelivered(other)]).toEqual([true, false]);
});

test('after a carrier restarts its counter, a receipt belongs to the message in flight, not to the one that had the id before', async () => {
  const before = await claimOne();
  await record(answer(before, '77'), receipt(before, '77'));
  expect(await isDelivered(before)).toBe(true);
  const meant = await claimOne();
  await record(receipt(meant, '77'));
  await record(answer(meant, '77'));
  await rematch();
  expect(await isDelivered(meant)).toBe(true);
});

test('an answer being written in another spelling does not win over a message with the id as written', async () => {
  await teachSpelling({ answers: decimal, receipts: decimal });
  const meant = await claimOne();
  await record(answer(meant, '9001'));
  const other = await claimOne();
  await record(answer(other, '36865'), receipt(meant, '9001', '2329', '36865'));
  expect([await isDelivered(meant), await isDelivered(other)]).toEqual([true, false]);
});

test('with no answer pending another spelling counts at once, and so does a duplicate receipt', async () => {
  const meant = await claimOne();
  await record(answer(meant, '65535'));
  expect(await record(receipt(meant, 'ffff', '65535'))).toMatchObject({ unmatched: 0 });
  expect(await isDelivered(meant)).toBe(true);
  expect(await record(receipt(meant, 'ffff', '65535'))).toMatchObject({ unmatched: 0 });
});

test('a message claimed after the receipt arrived does not delay it', async () => {
  const meant = await claimOne();
  await record(answer(meant, '43981'));
  const earlier = receipt(meant, 'abcd', '43981');
  const later = await claimOne();
  expect(await record(earlier)).toMatchObject({ unmatched: 0 });
  expect([await isDelivered(meant), await isDelivered(later)]).toEqual([true, false]);
  await record(answer(later, '43982'));
});

test('a long message whose receipts arrive before all its answers is matched in the end, although older messages have such ids', async () => {
  await teachSpelling({ answers: decimal, receipts: decimal });
  const older = await claimOne();
  await record(answer(older, '4096', '4097'), receipt(older, '4096'), receipt(older, '4097'));
  const meant = await claimOne();
  await record(receipt(meant, '1000', '3e8', '4096'));
  await record(answer(meant, '1000', '1001'), receipt(meant, '1001', '3e9', '4097'));
  await rematch();
  expect(await isDelivered(meant)).toBe(true);
});

test('an id that leads to two messages of one phone is not guessed, and finds the right one once the spelling is known', async () => {
  const world = await createFreshWorld();
  const [tenth, sixteenth] = [await claimOne(), await claimOne()];
  await record(answer(tenth, '10'), answer(sixteenth, '16'));
  expect(await record(receipt(sixteenth, ...variantsOf('10')))).toMatchObject({ unmatched: 1 });
  await rematch();
  expect([await isDelivered(tenth), await isDelivered(sixteenth)]).toEqual([false, false]);
  await record(receipt(tenth, ...variantsOf('a')));
  await teachSpelling({ answers: decimal, receipts: hex });
  await rematch();
  expect([await isDelivered(tenth), await isDelivered(sixteenth)]).toEqual([true, true]);
  expect(await countUnmatched(world)).toBe(0);
});

test('a carrier that changes its spelling is understood again: what was learned is unlearned', async () => {
  await createFreshWorld();
  await teachSpelling({ answers: decimal, receipts: hex });
  await teachSpelling({ answers: decimal, receipts: decimal });
  const [sixteenth, tenth] = [await claimOne(), await claimOne()];
  await record(answer(sixteenth, '16'), answer(tenth, '10'));
  await record(receipt(tenth, ...variantsOf('10')));
  expect([await isDelivered(tenth), await isDelivered(sixteenth)]).toEqual([true, false]);
});

test('carriers with several spellings behind one gateway: a long id finds its message in every spelling', async () => {
  await createFreshWorld();
  await teachSpelling({ answers: hex, receipts: hex });
  const message = await claimOne();
  await record(
    answer(message, decimal(176_371_500_000_012)),
    receipt(message, ...variantsOf(hex(176_371_500_000_012))),
  );
  expect(await isDelivered(message)).toBe(true);
});

test('a short id is read only in the carrier’s known spelling', async () => {
  await createFreshWorld();
  await teachSpelling({ answers: hex, receipts: hex });
  const message = await claimOne();
  await record(answer(message, '16'), receipt(message, ...variantsOf('10')));
  expect(await isDelivered(message)).toBe(false);
});

test('of two possible messages, one claimed after the receipt arrived is left out', async () => {
  await createFreshWorld();
  const tenth = await claimOne();
  await record(answer(tenth, '10'));
  const earlier = receipt(tenth, ...variantsOf('10'));
  const sixteenth = await claimOne();
  await record(answer(sixteenth, '16'));
  expect(await record(earlier)).toMatchObject({ unmatched: 0 });
  expect([await isDelivered(tenth), await isDelivered(sixteenth)]).toEqual([true, false]);
});
