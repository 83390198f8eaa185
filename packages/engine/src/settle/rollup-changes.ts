/**
 * What a change of messages means for the rollups: one fewer under the old key, one more under the new. The same rule
 * is said in SQL by the database's `rollup-rebuild.ts`; a property test holds the two together.
 */

import { findingOfRow } from '@textprobe/database/messages/message-finding';
import type { LockedMessage } from '@textprobe/database/messages/message-ledgers';
import { type LedgerColumns, receivedTime } from '@textprobe/database/messages/message-row';
import type { RollupDelta, RollupKey } from '@textprobe/database/rollups/rollup-deltas';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { countsAsReceived } from '@textprobe/domain/verdict';

const HOUR_MS = 3_600_000;

/** The columns a message is counted by. */
export type CountedMessage = Pick<
  LockedMessage,
  'carrier' | 'message_type' | 'test_type' | 'evidence' | 'status'
> &
  Pick<
    LedgerColumns,
    | 'submitted_at'
    | 'received_at'
    | 'receipt_state'
    | 'receipt_at'
    | 'comparison'
    | 'sender_comparison'
    | 'handset_offline'
    | 'submission_state'
  >;

/** Gathers changes and adds up those of one key, so that a batch of a thousand messages makes a handful of rows. */
export interface RollupChanges {
  add(message: CountedMessage): void;
  remove(message: CountedMessage): void;
  /** What there is to append; changes that cancel each other out are left out. */
  deltas(): RollupDelta[];
}

export function createRollupChanges(): RollupChanges {
  const byKey = new Map<string, { key: RollupKey; messages: number; delayMs: number; delayed: number }>();

  function count(message: CountedMessage, sign: 1 | -1): void {
    const { key, delayMs } = countingOf(message);
    const { hour, status, received, finding, senderChanged, messageType, testType, carrier } = key;
    const name = `${hour}|${status}|${received}|${finding}|${senderChanged}|${messageType}|${testType}|${carrier}`;
    let sum = byKey.get(name);
    if (sum === undefined) {
      sum = { key, messages: 0, delayMs: 0, delayed: 0 };
      byKey.set(name, sum);
    }
    sum.messages += sign;
    if (delayMs !== null) {
      sum.delayMs += sign * delayMs;
      sum.delayed += sign;
    }
  }

  return {
    add: (message) => count(message, 1),
    remove: (message) => count(message, -1),
    deltas: () =>
      [...byKey.values()]
        .filter(({ messages, delayMs, delayed }) => messages !== 0 || delayMs !== 0 || delayed !== 0)
        .map(({ key, ...sums }) => ({ ...key, ...sums })),
  };
}

function countingOf(message: CountedMessage): { key: RollupKey; delayMs: number | null } {
  const received = countsAsReceived(messageStatusFromRank(message.status), message.evidence);
  const sentAt = message.submitted_at;
  const arrivedAt = receivedTime(message);
  const at = sentAt ?? arrivedAt;
  return {
    key: {
      hour: at === null ? -Infinity : Math.floor(at / HOUR_MS) * HOUR_MS,
      carrier: message.carrier,
      messageType: message.message_type,
      testType: message.test_type,
      status: message.status,
      received,
      finding: findingOfRow(message) ?? '',
      senderChanged: message.sender_comparison === 'altered',
    },
    // Two machines' clocks may disagree by more than a message takes: nothing arrives before it is sent.
    delayMs: received && sentAt !== null && arrivedAt !== null ? Math.max(0, arrivedAt - sentAt) : null,
  };
}
