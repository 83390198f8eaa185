/** Messages in a database without an engine: a test delivers evidence about them in any order and at any instants. */
import { silentLog } from '@textprobe/database/core/log';
import { sentText } from '@textprobe/database/message-log/message-log';
import { type ClaimedMessage, claimMessages } from '@textprobe/database/messages/message-claims';
import type { MessageKey } from '@textprobe/database/messages/message-row';
import type { RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import { type ReceiptState, receiptStateRank } from '@textprobe/domain/ledger-states';
import { createManualClock, type ManualClock } from '@textprobe/domain/testing/manual-clock';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { transact } from '../kit/transact.ts';
import type { Evidence, OutcomeEvidence } from '../receive/evidence.ts';
import { recordEvidence } from '../receive/record-evidence.ts';
import { rematchReceipts } from '../receive/unmatched.ts';
import { beginNextRuns } from '../runs/expand-run.ts';
import { endOverdue } from '../settle/deadlines.ts';
import { recordArrivals } from './record-arrivals.ts';
import type { World } from './world.ts';

/** An event about a message. Instants are milliseconds after the message's creation. */
export type RigEvent =
  | { readonly kind: 'outcome'; readonly outcome: SubmissionOutcome }
  | {
      readonly kind: 'receipt';
      readonly part: number;
      readonly state: ReceiptState;
      readonly at: number;
    }
  | { readonly kind: 'reception'; readonly text: 'whole' | 'altered' | 'code'; readonly at: number }
  | { readonly kind: 'deadline' }
  | { readonly kind: 'rematch receipts' };

export interface RigMessage extends MessageKey {
  readonly testId: number;
  readonly attempt: number;
  readonly claimedAt: number;
  readonly text: string;
  readonly code: string;
  readonly recipient: string;
  readonly claimed?: ClaimedMessage | undefined;
}

/** A clock for a world, near the present because partitions are. */
export function createRigClock(): ManualClock {
  return createManualClock(Date.now());
}

/** Creates a test with one message per phone and claims them. */
export async function claimNewMessages(world: World, leaseMs = 30_000): Promise<RigMessage[]> {
  const testId = await world.createTest({ body: 'Grüße, 你好' });
  await beginNextRuns({ db: world.db, clock: world.clock, log: silentLog }, { limit: 1 });
  const { gatewayId, clock } = world;
  const claim = { gatewayId, limit: 1_000, workerId: 'rig', now: clock.now(), leaseMs };
  const { messages } = await claimMessages(world.db, world.codes, claim);
  const claimed = new Map(messages.map((message) => [message.id, message]));
  return (await world.messagesOf(testId)).map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    testId,
    attempt: claimed.get(row.id)?.attempt ?? 0,
    claimedAt: claimed.get(row.id)?.claimedAt ?? 0,
    text: sentText(row),
    code: row.code,
    recipient: row.recipient,
    claimed: claimed.get(row.id),
  }));
}

/** The carrier's id of a part; unique across messages here. */
export function providerId(message: RigMessage, part: number): string {
  return `p${message.id}x${part}`;
}

/** The carrier's acceptance of a one-part message, `afterMs` after the message's creation. */
export function accepted(message: RigMessage, afterMs = 5, partId = providerId(message, 1)) {
  const parts = [{ part: 1, parts: 1, providerId: partId }];
  const outcome = { kind: 'accepted', at: message.createdAt + afterMs, parts } as const;
  return { kind: 'outcome', outcome } as const;
}

/** The answer as the worker that claimed the message writes it. */
export function answerOf(message: RigMessage, gatewayId: number, partId?: string): OutcomeEvidence {
  const { id, createdAt, attempt, claimed } = message;
  return {
    ...accepted(message, 5, partId),
    key: { id, createdAt },
    gatewayId,
    attempt,
    ...(claimed !== undefined && { claimed }),
  };
}

/** A receipt for the first part that says delivered, 20 ms after the message's creation. */
export function receiptOf(
  message: RigMessage,
  gatewayId: number,
  more: Partial<RawReceipt> = {},
): RawReceipt {
  const id = more.providerId ?? providerId(message, 1);
  const said = { state: receiptStateRank('delivered'), error: null, at: message.createdAt + 20, raw: 'id:…' };
  return { gatewayId, providerId: id, idVariants: [id], recipient: message.recipient, ...said, ...more };
}

/** Delivers events about a message; consecutive receipts and outcomes form one batch. */
export async function deliver(world: World, message: RigMessage, events: readonly RigEvent[]): Promise<void> {
  let batch: Evidence[] = [];
  async function flush(): Promise<void> {
    const evidence = batch;
    batch = [];
    if (evidence.length > 0) await transact(world, (tx) => recordEvidence(tx, evidence, world.clock.now()));
  }
  for (const one of events) {
    if (one.kind === 'outcome' || one.kind === 'receipt') batch.push(asEvidence(world, message, one));
    else {
      await flush();
      await deliverOther(world, message, one);
    }
  }
  await flush();
}

async function deliverOther(
  world: World,
  message: RigMessage,
  one: Exclude<RigEvent, { kind: 'outcome' | 'receipt' }>,
): Promise<void> {
  if (one.kind === 'rematch receipts') {
    await rematchReceipts(world, [{ from: message.createdAt, before: Infinity }]);
  } else if (one.kind === 'deadline') {
    const clock = { ...world.clock, now: () => message.createdAt + 10 * 24 * 3_600_000 };
    await endOverdue({ ...world, clock });
  } else {
    const texts = { whole: message.text, altered: `?? ${message.text}`, code: null };
    const arrival = {
      inbox: 'native',
      phoneId: null,
      messageCode: message.code,
      text: texts[one.text],
      sender: null,
      stated: null,
    };
    const at = message.createdAt + one.at;
    await recordArrivals(world, world.codes, [{ arrival, at }], world.clock.now());
  }
}

function asEvidence(
  world: World,
  message: RigMessage,
  event: Extract<RigEvent, { kind: 'outcome' | 'receipt' }>,
): Evidence {
  const { gatewayId } = world;
  if (event.kind === 'receipt') {
    const id = providerId(message, event.part);
    const receipt = receiptOf(message, gatewayId, {
      providerId: id,
      // One reading takes the fast path, two the slow one.
      idVariants: event.part === 1 ? [id] : [`hex-of-${id}`, id],
      state: receiptStateRank(event.state),
      error: event.state === 'failed' ? 'absent subscriber' : null,
      at: message.createdAt + event.at,
    });
    return { kind: 'receipt', receipt };
  }
  return { ...answerOf(message, gatewayId), outcome: event.outcome };
}
