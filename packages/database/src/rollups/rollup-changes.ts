/**
 * How a change of messages affects the rollups: minus one under the old key, plus one under the new.
 * `counted-messages.ts` has the same rule in SQL; a property test compares them.
 */
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusFromRank, messageStatusRank } from '@textprobe/domain/message-status';
import { countsAsReceived } from '@textprobe/domain/verdict';
import { findingOfRow, unalteredRow } from '../messages/message-finding.ts';
import type { LockedMessage } from '../messages/message-ledgers.ts';
import { receivedTime } from '../messages/message-row.ts';
import { receiptOfRow, verdictOfRow } from '../messages/message-verdict.ts';
import type { OfficeDelta, RollupDeltas, RollupKey } from './rollup-deltas.ts';

const PENDING = messageStatusRank('PENDING');
const WAITING = submissionStateRank('waiting');
const NO_RECEIPT = receiptStateRank('none');
const HOUR_MS = 3_600_000;

/** The columns that determine where a message counts. */
export type CountedMessage = Pick<
  LockedMessage,
  | 'office_id'
  | 'partner_id'
  | 'gateway_id'
  | 'carrier'
  | 'message_type'
  | 'test_type'
  | 'evidence'
  | 'status'
  | 'submission_state'
  | 'submitted_at'
  | 'receipt_state'
  | 'receipt_at'
  | 'received_at'
  | 'comparison'
  | 'sender_comparison'
  | 'file_finding'
  | 'deadline_at'
  | 'deadline_passed'
  | 'handset_offline'
>;

/** A message without any evidence, as it is counted. */
export function countedAsNew(
  message: {
    readonly officeId: number;
    readonly partnerId: number;
    readonly carrier: string;
    readonly evidence: CountedMessage['evidence'];
  },
  gatewayId: number,
  { messageType, testType }: Pick<RollupKey, 'messageType' | 'testType'>,
): CountedMessage {
  return {
    office_id: message.officeId,
    partner_id: message.partnerId,
    gateway_id: gatewayId,
    carrier: message.carrier,
    message_type: messageType,
    test_type: testType,
    evidence: message.evidence,
    status: PENDING,
    submission_state: WAITING,
    submitted_at: null,
    receipt_state: NO_RECEIPT,
    receipt_at: null,
    received_at: null,
    comparison: null,
    sender_comparison: null,
    file_finding: null,
    deadline_at: Infinity,
    deadline_passed: false,
    handset_offline: false,
  };
}

/** Collects changes and sums them by key and office, so that a batch of a thousand messages appends one row. */
export interface RollupChanges {
  add(message: CountedMessage): void;
  remove(message: CountedMessage): void;
  /** The deltas to append; changes that cancel out are left out. */
  deltas(): RollupDeltas;
}

interface Sum {
  messages: number;
  delayMs: number;
  delayed: number;
}

/** The changes of one office over one gateway under a key. */
type OfficeSum = Sum & Pick<OfficeDelta, 'officeId' | 'partnerId' | 'gatewayId'>;

interface KeySum extends Sum {
  readonly key: RollupKey;
  /** By office: several if the gateway or partner has changed. */
  readonly offices: Map<number, OfficeSum[]>;
}

export function createRollupChanges(): RollupChanges {
  const carriers = new Map<string, KeySum[]>();

  function count(message: CountedMessage, sign: 1 | -1): void {
    let sums = carriers.get(message.carrier);
    if (sums === undefined) carriers.set(message.carrier, (sums = []));
    const { key, delayMs } = countingOf(message);
    // A carrier has a handful of keys in a batch: a linear search takes half as long as building a map key.
    let sum = sums.find((one) => isSameKey(one.key, key));
    if (sum === undefined)
      sums.push((sum = { key, messages: 0, delayMs: 0, delayed: 0, offices: new Map() }));
    addTo(sum, sign, delayMs);
    addTo(officeSum(sum, message), sign, delayMs);
  }

  return {
    add: (message) => count(message, 1),
    remove: (message) => count(message, -1),
    deltas: () => deltasOf([...carriers.values()].flat()),
  };
}

/** Whether two keys of the same carrier are equal. */
function isSameKey(one: RollupKey, other: RollupKey): boolean {
  return (
    one.status === other.status &&
    one.hour === other.hour &&
    one.received === other.received &&
    one.finding === other.finding &&
    one.senderChanged === other.senderChanged &&
    one.files === other.files &&
    one.unaltered === other.unaltered &&
    one.verdict === other.verdict &&
    one.receipt === other.receipt &&
    one.messageType === other.messageType &&
    one.testType === other.testType
  );
}

function addTo(sum: Sum, sign: 1 | -1, delayMs: number | null): void {
  sum.messages += sign;
  if (delayMs === null) return;
  sum.delayMs += sign * delayMs;
  sum.delayed += sign;
}

function officeSum({ offices }: KeySum, message: CountedMessage): OfficeSum {
  const { office_id: officeId, partner_id: partnerId, gateway_id: gatewayId } = message;
  let sums = offices.get(officeId);
  if (sums === undefined) offices.set(officeId, (sums = []));
  let sum = sums.find((one) => one.partnerId === partnerId && one.gatewayId === gatewayId);
  if (sum === undefined) {
    sum = { officeId, partnerId, gatewayId, messages: 0, delayMs: 0, delayed: 0 };
    sums.push(sum);
  }
  return sum;
}

/**
 * The changes of a key may cancel out in sum although those of its offices do not: then the key stays, with zero
 * amounts.
 */
function deltasOf(sums: readonly KeySum[]): RollupDeltas {
  const keys: RollupDeltas['keys'][number][] = [];
  const offices: OfficeDelta[] = [];
  for (const { key, offices: byOffice, ...sum } of sums) {
    const keyIndex = keys.length;
    const before = offices.length;
    for (const ofOffice of byOffice.values()) {
      for (const one of ofOffice) if (isSomething(one)) offices.push({ keyIndex, ...one });
    }
    if (offices.length > before) keys.push({ ...key, ...sum });
  }
  return { keys, offices };
}

function isSomething({ messages, delayMs, delayed }: Sum): boolean {
  return messages !== 0 || delayMs !== 0 || delayed !== 0;
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
      files: message.file_finding ?? '',
      unaltered: unalteredRow(message) ?? '',
      verdict: verdictOfRow(message),
      receipt: receiptOfRow(message) ?? '',
    },
    // Clock skew between two machines can exceed the transit time: nothing arrives before it is sent.
    delayMs: received && sentAt !== null && arrivedAt !== null ? Math.max(0, arrivedAt - sentAt) : null,
  };
}
