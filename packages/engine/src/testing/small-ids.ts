/**
 * Evidence about messages whose carrier counts its ids from a small number and writes answers and receipts in different
 * bases: read in the wrong base, each id is another message's. Each receipt has a unique instant, so that a message
 * shows which receipt it got.
 */
import type { MessageKey } from '@textprobe/database/messages/message-row';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { readId } from '@textprobe/domain/message-id-spelling';
import type { OutcomeEvidence, ReceiptEvidence } from '../receive/evidence.ts';
import type { RigMessage } from './evidence-rig.ts';
import type { World } from './world.ts';

const inBase = { decimal: (id: number) => String(id), hex: (id: number) => id.toString(16) };

/** Every pair of bases that a carrier may use. */
export const CARRIERS = [
  { answers: 'hex', receipts: 'decimal' },
  { answers: 'decimal', receipts: 'hex' },
  { answers: 'decimal', receipts: 'decimal' },
  { answers: 'hex', receipts: 'hex' },
] as const;

/** How a carrier writes its ids, and the first id. */
export interface SmallIds {
  readonly answers: keyof typeof inBase;
  readonly receipts: keyof typeof inBase;
  readonly first: number;
}

export interface MessageEvidence {
  readonly message: MessageKey;
  readonly answer: OutcomeEvidence;
  readonly receipt: ReceiptEvidence;
}

/** The evidence about each message; ids follow the order of the messages. */
export function countMessages(
  world: World,
  messages: readonly RigMessage[],
  { answers, receipts, first }: SmallIds,
): MessageEvidence[] {
  const now = world.clock.now();
  return messages.map((message, nth) => {
    const providerId = inBase[receipts](first + nth);
    return {
      message,
      answer: answerTo(world, message, inBase[answers](first + nth)),
      receipt: {
        kind: 'receipt',
        receipt: {
          gatewayId: world.gatewayId,
          providerId,
          idVariants: variantsOf(providerId),
          recipient: message.recipient,
          state: receiptStateRank('delivered'),
          error: null,
          at: now + nth,
          raw: `id:${providerId} stat:DELIVRD`,
        },
      },
    };
  });
}

function answerTo(world: World, message: RigMessage, providerId: string): OutcomeEvidence {
  const { id, createdAt, attempt, claimed } = message;
  const parts = [{ part: 1, parts: 1, providerId }];
  return {
    kind: 'outcome',
    key: { id, createdAt },
    gatewayId: world.gatewayId,
    attempt,
    outcome: { kind: 'accepted', at: world.clock.now(), parts },
    ...(claimed !== undefined && { claimed }),
  };
}

/** As the gateway lists them: the id as written, then its other readings. */
function variantsOf(id: string): string[] {
  const readings = (['decimal', 'hex'] as const).flatMap((reading) => readId(id, reading) ?? []);
  return [...new Set([id, ...readings])];
}

/** Counts messages with their own receipt, another message's receipt, or none. */
export async function countReceipts(world: World, evidence: readonly MessageEvidence[]) {
  const ids = evidence.map(({ message }) => message.id);
  const rows = await world.db
    .selectFrom('messages')
    .select(['id', 'receipt_at'])
    .where('id', 'in', ids)
    .execute();
  const receiptAt = new Map(rows.map((row) => [row.id, row.receipt_at]));
  const counts = { own: 0, foreign: 0, none: 0 };
  for (const { message, receipt } of evidence) {
    const at = receiptAt.get(message.id) ?? null;
    if (at === null) counts.none += 1;
    else if (at === receipt.receipt.at) counts.own += 1;
    else counts.foreign += 1;
  }
  return counts;
}
