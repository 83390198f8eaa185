/** Messages that change as in the engine: each change in one transaction with its rollup deltas. */
import { submissionStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusRank } from '@textprobe/domain/message-status';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { appendRollupDeltas, type RollupDelta } from '../rollups/rollup-deltas.ts';
import { placedMessage } from './placed-messages.ts';

export const HOUR_MS = 3_600_000;
/** Near midnight in UTC and in Los Angeles, the start of a month, and the hour that is repeated in autumn. */
export const AROUND = Date.parse('2026-11-01T00:00:00Z');

/** The partner of each office by its id; office 5 is gone. */
const PARTNER_OF_OFFICE: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 3, 5: 3 };
const GATEWAYS = [1, 2] as const;

const STATES = ['waiting', 'sent', 'received', 'altered', 'refused', 'not sent'] as const;

/** State of a message. */
export interface MessageState {
  readonly state: (typeof STATES)[number];
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly delayMs: number;
}

/** What is fixed at its creation. */
export interface MessageOrigin {
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly officeId: number;
  readonly partnerId: number;
  readonly gatewayId: number;
  readonly carrier: string;
}

export type ChangingMessage = MessageOrigin & MessageState & { readonly id: number };

const instant = fc.integer({ min: -30, max: 60 }).map((hours) => AROUND + hours * HOUR_MS + 123);

export const randomState = fc.record<MessageState>({
  state: fc.constantFrom(...STATES),
  sentAt: instant,
  delayMs: fc.integer({ min: 0, max: 90_000 }),
});

export const randomOrigin = fc
  .record({
    createdAt: instant,
    officeId: fc.constantFrom(...Object.keys(PARTNER_OF_OFFICE).map(Number)),
    gatewayId: fc.constantFrom(...GATEWAYS),
    carrier: fc.constantFrom('AT&T', 'Verizon'),
  })
  .map((origin): MessageOrigin => {
    // Office 2 belonged to another partner when some of its messages were created.
    const then = origin.officeId === 2 && origin.createdAt < AROUND ? 2 : PARTNER_OF_OFFICE[origin.officeId];
    return { ...origin, partnerId: then ?? 0 };
  });

export async function fillOffices(db: Database): Promise<void> {
  await sql`insert into partners (id, name) select n, 'P' || n from generate_series(1, 3) n`.execute(db);
  await sql`insert into clients (id, partner_id, name) select n, n, 'C' || n from generate_series(1, 3) n`.execute(
    db,
  );
  for (const [office, partner] of Object.entries(PARTNER_OF_OFFICE)) {
    if (office === '5') continue;
    await sql`insert into offices (id, client_id, name, phone_number)
      values (${office}, ${partner}, ${`O${office}`}, ${`+1202555010${office}`})`.execute(db);
  }
}

export async function createMessage(
  db: Database,
  of: { origin: MessageOrigin; state: MessageState },
): Promise<ChangingMessage> {
  const { origin, state } = of;
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('messages')
      .values({
        ...placedMessage(origin.createdAt),
        // No message arrives late.
        deadline_at: sqlTime(Infinity),
        office_id: origin.officeId,
        partner_id: origin.partnerId,
        gateway_id: origin.gatewayId,
        carrier: origin.carrier,
        ...columnsOf(state),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const message = { ...origin, ...state, id };
    await append(tx, [[message, 1]]);
    return message;
  });
}

/** @param beforeCommit awaited when everything is written */
export async function changeMessage(
  db: Database,
  message: ChangingMessage,
  state: MessageState,
  beforeCommit: () => Promise<unknown> = async () => {},
): Promise<ChangingMessage> {
  const next = { ...message, ...state };
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('messages').set(columnsOf(state)).where('id', '=', message.id).execute();
    await append(tx, [
      [message, -1],
      [next, 1],
    ]);
    await beforeCommit();
  });
  return next;
}

/** The key it counts under: the same rule, written independently. */
export function keyOf({ state, sentAt, carrier }: ChangingMessage) {
  const isSent = state !== 'waiting' && state !== 'not sent';
  const received = state === 'received' || state === 'altered';
  const finding =
    state === 'received' ? 'identical' : state === 'altered' || state === 'not sent' ? state : '';
  return {
    hour: isSent ? Math.floor(sentAt / HOUR_MS) * HOUR_MS : -Infinity,
    carrier,
    messageType: 'SMS',
    testType: 'IMMEDIATE',
    status: messageStatusRank(STATUS[state]),
    received,
    finding,
    senderChanged: false,
    files: '',
    unaltered: UNALTERED[state],
    verdict: VERDICT[state],
    receipt: 'none',
  } as const;
}

const STATUS = {
  waiting: 'PENDING',
  sent: 'SENT',
  received: 'RECEIVED',
  altered: 'RECEIVED',
  refused: 'FAILED',
  'not sent': 'FAILED',
} as const;
const VERDICT = {
  waiting: 'waiting',
  sent: 'in transit',
  received: 'confirmed',
  altered: 'altered',
  refused: 'rejected',
  'not sent': 'not sent',
} as const;
const UNALTERED = {
  waiting: '',
  sent: '',
  received: 'yes',
  altered: 'no',
  refused: '',
  'not sent': '',
} as const;
const SUBMISSION = {
  waiting: 'waiting',
  sent: 'accepted',
  received: 'accepted',
  altered: 'accepted',
  refused: 'rejected',
  'not sent': 'expired',
} as const;

function columnsOf({ state, sentAt, delayMs }: MessageState) {
  const received = state === 'received' || state === 'altered';
  const isSent = state !== 'waiting' && state !== 'not sent';
  return {
    submission_state: submissionStateRank(SUBMISSION[state]),
    submitted_at: sqlTime(isSent ? sentAt : null),
    received_at: sqlTime(received ? sentAt + delayMs : null),
    comparison: state === 'received' ? 'identical' : state === 'altered' ? 'altered' : null,
    sender_comparison: received ? 'identical' : null,
    status: messageStatusRank(STATUS[state]),
  } as const;
}

async function append(
  tx: Transaction,
  changes: readonly (readonly [message: ChangingMessage, sign: 1 | -1])[],
): Promise<void> {
  const keys = changes.map(([message, sign]): RollupDelta => {
    const key = keyOf(message);
    const delayed = key.received ? sign : 0;
    return { ...key, messages: sign, delayMs: delayed * message.delayMs, delayed };
  });
  const offices = changes.map(([{ officeId, partnerId, gatewayId }], keyIndex) => {
    const { messages = 0, delayMs = 0, delayed = 0 } = keys[keyIndex] ?? {};
    return { keyIndex, officeId, partnerId, gatewayId, messages, delayMs, delayed };
  });
  await appendRollupDeltas(tx, { keys, offices });
}
