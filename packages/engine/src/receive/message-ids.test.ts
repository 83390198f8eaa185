/**
 * A carrier that answers in one spelling and uses another in its receipts, with ids so small that each is another
 * message's id if read the wrong way. Engine, SMPP gateway, real sockets and a real PostgreSQL.
 */
import { sentText } from '@textprobe/database/message-log/message-log';
import {
  type ReceiptState,
  receiptStateFromRank,
  submissionStateFromRank,
} from '@textprobe/domain/ledger-states';
import { type ProgrammableSmsc, startProgrammableSmsc } from '@textprobe/gateways/testing/programmable-smsc';
import { afterEach, expect, test } from 'vitest';
import { startSmppEngine } from '../testing/smpp-carrier.ts';
import { createWorld, type World } from '../testing/world.ts';
import { rematchReceipts } from './unmatched.ts';

const OFFICES = 18;
const PHONES = 18;
/** One in this many messages is undeliverable. */
const UNDELIVERED_EVERY = 7;

const inBase = { decimal: (id: number) => String(id), hex: (id: number) => id.toString(16) };
type Base = keyof typeof inBase;

let world: World;
let smsc: ProgrammableSmsc;
afterEach(async () => {
  await smsc.close();
  await world.close();
});

interface CarrierPlan {
  readonly answers: Base;
  readonly receipts: Base;
  readonly first: number;
  readonly offices: number;
  readonly phones: number;
  /** When the receipts arrive: each with its answer, or after all answers, in reverse order or in order. */
  readonly when: 'at once' | 'later' | 'backwards';
}

/** @returns for each text the true receipt and the stored one */
async function sendAll(
  { answers, receipts, first, offices, phones, when }: CarrierPlan,
  settings: object = {},
) {
  const truth = new Map<string, ReceiptState>();
  const delivered: Promise<void>[] = [];
  async function deliverReceipt(id: number): Promise<void> {
    const { text, phone, office } = submitted.get(id) ?? { text: '', phone: '', office: '' };
    const state = id % UNDELIVERED_EVERY === 0 ? 'undeliverable' : 'delivered';
    truth.set(text, state === 'delivered' ? 'delivered' : 'failed');
    const taken = await smsc.sendReceipt({ providerId: inBase[receipts](id), state, phone, office });
    if (!taken) throw new Error(`the receipt of ${id} was not taken`);
  }

  world = await createWorld({ offices, phones, evidence: 'receipt' });
  smsc = await startProgrammableSmsc();
  let next = first;
  const submitted = new Map<number, { text: string; phone: string; office: string }>();
  smsc.answerBy(({ text, to, from }) => {
    const id = next++;
    submitted.set(id, { text, phone: to, office: from });
    if (when === 'at once') delivered.push(deliverReceipt(id));
    return { accept: inBase[answers](id) };
  });
  const engine = await startSmppEngine(world, smsc, settings);
  const testId = await world.createTest();
  await smsc.submitted(offices * phones);

  const ids = [...submitted.keys()];
  if (when !== 'at once') delivered.push(...(when === 'later' ? ids : ids.toReversed()).map(deliverReceipt));
  await Promise.all(delivered);
  await world.until(async () =>
    (await world.messagesOf(testId)).every(
      (row) => submissionStateFromRank(row.submission_state) === 'accepted',
    ),
  );
  await engine.stop(1_000);
  // All answers are committed: whatever is unmatched finds its message now or never.
  await rematchReceipts(world);
  const believed = new Map(
    (await world.messagesOf(testId)).map((row) => [sentText(row), receiptStateFromRank(row.receipt_state)]),
  );
  return { truth, believed };
}

const whole = { offices: OFFICES, phones: PHONES };

test.each([
  { ...whole, answers: 'decimal', receipts: 'hex', first: 9, when: 'later' },
  { ...whole, answers: 'decimal', receipts: 'hex', first: 16, when: 'later' },
  { ...whole, answers: 'hex', receipts: 'decimal', first: 9, when: 'later' },
  { ...whole, answers: 'hex', receipts: 'decimal', first: 16, when: 'later' },
  { ...whole, answers: 'decimal', receipts: 'hex', first: 9, when: 'backwards' },
  { ...whole, answers: 'hex', receipts: 'decimal', first: 16, when: 'backwards' },
  { ...whole, answers: 'decimal', receipts: 'decimal', first: 9, when: 'later' },
  { ...whole, answers: 'hex', receipts: 'hex', first: 9, when: 'later' },
  // Learned one by one; the first receipt arrives before anything is known, and before its own answer.
  { ...whole, answers: 'decimal', receipts: 'hex', first: 9, when: 'at once' },
  { ...whole, answers: 'decimal', receipts: 'hex', first: 16, when: 'at once' },
  { ...whole, answers: 'hex', receipts: 'decimal', first: 9, when: 'at once' },
  { ...whole, answers: 'hex', receipts: 'decimal', first: 16, when: 'at once' },
  { offices: 90, phones: 1, answers: 'decimal', receipts: 'hex', first: 16, when: 'at once' },
  { offices: 90, phones: 1, answers: 'hex', receipts: 'decimal', first: 9, when: 'at once' },
  // All to one phone, so the recipient does not help.
  { offices: 90, phones: 1, answers: 'decimal', receipts: 'hex', first: 9, when: 'later' },
  { offices: 90, phones: 1, answers: 'hex', receipts: 'decimal', first: 16, when: 'backwards' },
] as const)(
  'of $offices × $phones messages answered in $answers from $first with receipts in $receipts, $when, each gets its own receipt',
  async (plan) => {
    const { truth, believed } = await sendAll(plan);
    expect(truth.size).toBe(plan.offices * plan.phones);
    expect(believed).toEqual(truth);
  },
);

test.each([
  { answers: 'decimal', receipts: 'hex', messageIds: 'hex' },
  { answers: 'hex', receipts: 'decimal', messageIds: 'decimal' },
  { answers: 'decimal', receipts: 'decimal', messageIds: 'same' },
] as const)(
  'with receipts configured as $messageIds, a gateway needs to learn nothing: the first few are matched at once',
  async ({ answers, receipts, messageIds }) => {
    // Too few to learn from, all to one phone: 10 is 0x10, and there is a 16 too.
    const few = { answers, receipts, first: 10, offices: 8, phones: 1, when: 'later' } as const;
    const { truth, believed } = await sendAll(few, { messageIds });
    expect(believed).toEqual(truth);
  },
);
