/** The explanation of a message's verdict: its stored evidence, replayed, and the rule that applies. */
import { isDeepStrictEqual } from 'node:util';
import type { EvidenceEvent, MessageWhy } from '@textprobe/contract/message-why';
import type { Database } from '@textprobe/database/core/connection';
import { findGatewayNames } from '@textprobe/database/gateways/gateway-list';
import { findReporterNames, type ReporterName } from '@textprobe/database/handsets/reporter-names';
import { readMessageTimeline, type TimelineItem } from '@textprobe/database/message-log/message-timeline';
import { listSetAsideOf } from '@textprobe/database/message-log/set-aside-of-message';
import { withClaims } from '@textprobe/database/messages/held-messages';
import { type MessageLogRow, toLedgers } from '@textprobe/database/messages/message-row';
import type { ReceptionRow } from '@textprobe/database/receptions/receptions';
import type { Scope } from '@textprobe/database/scope/scope';
import { readComparison } from '@textprobe/domain/comparison-classes';
import { replayEvidence } from '@textprobe/domain/evidence-replay';
import type { IgnoredField } from '@textprobe/domain/ignored-field';
import { receiptStateFromRank } from '@textprobe/domain/ledger-states';
import { newLedgers } from '@textprobe/domain/message-lifecycle';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { deriveVerdict, type Verdict } from '@textprobe/domain/verdict';
import { explainVerdict } from '@textprobe/domain/verdict-reasons';
import { timestampToWire } from '../../http/timestamps.ts';
import {
  confirmedByToWire,
  findReporters,
  findWaitsFor,
  joinedParts,
  messagesToWire,
} from '../../messages/message-wire.ts';

/**
 * @param db a transaction with one snapshot; otherwise the evidence may be newer than the row
 * @param now epoch milliseconds
 */
export async function whyToWire(
  db: Database,
  scope: Scope,
  found: MessageLogRow,
  now: number,
): Promise<MessageWhy> {
  const [row = found] = await withClaims(db, [found]);
  const [log] = await messagesToWire(db, scope, [row]);
  if (log === undefined) throw new Error('one row makes one log');
  const { items, parts } = await readMessageTimeline(db, scope, row);
  const stored = toLedgers(row);
  const evidenceItems = items.flatMap((item) => item.fact ?? []);
  const { steps, ledgers } = replayEvidence(stored, evidenceItems);
  const gatewayIds = items.flatMap((item) => (item.kind === 'receipt' ? [item.receipt.gateway_id] : []));
  const names = await findGatewayNames(db, [...gatewayIds, ...parts.map((part) => part.gateway_id)]);
  const gatewayName = (id: number) => names.get(id) ?? 'none';
  const receptions = items.flatMap((item) => (item.kind === 'reception' ? [item.reception] : []));
  const usernames = await findReporters(db, receptions);
  const reporters = await findReporterNames(db, receptions);
  let verdict: Verdict = deriveVerdict(newLedgers(stored));
  let step = 0;
  const evidence = items.map((item) => {
    if (item.fact !== null) verdict = steps[step++]?.verdict ?? verdict;
    return evidenceToWire(item, verdict, { gatewayName, usernames, reporters });
  });
  return {
    testLogID: row.id,
    testActivityStatus: messageStatusFromRank(row.status),
    verdict: log.verdict,
    settled: log.settled,
    deadlineAt: timestampToWire(row.deadline_at),
    waitsFor: log.submission.outcome === 'waiting' ? await findWaitsFor(db, row, now) : null,
    setAside: (await listSetAsideOf(db, row)).map(({ kind, tries, lastTryAt, nextTryAt }) => ({
      what: kind,
      tries,
      lastTryAt: timestampToWire(lastTryAt),
      nextTryAt: timestampToWire(nextTryAt),
    })),
    evidence,
    joinedText: joinedParts(receptions)?.text ?? null,
    parts: parts.map((part) => ({
      part: part.part,
      parts: part.parts,
      gateway: gatewayName(part.gateway_id),
      providerId: part.provider_id,
      receipt: {
        at: timestampToWire(part.receipt_at),
        state: receiptStateFromRank(part.receipt_state),
        error: part.receipt_error,
      },
    })),
    rule: [...explainVerdict({ ...log, unknownReceipt: unknownReceipt(items) }).steps],
    addsUp: isDeepStrictEqual(ledgers, stored),
  };
}

function unknownReceipt(items: readonly TimelineItem[]): string | null {
  const newest = items.findLast(
    (item) => item.kind === 'receipt' && receiptStateFromRank(item.receipt.state) === 'none',
  );
  return newest?.kind === 'receipt' ? newest.receipt.error : null;
}

function evidenceToWire(
  item: TimelineItem,
  verdict: Verdict,
  {
    gatewayName,
    usernames,
    reporters,
  }: {
    readonly gatewayName: (id: number) => string;
    readonly usernames: ReadonlyMap<number, string>;
    readonly reporters: ReadonlyMap<string, ReporterName>;
  },
): EvidenceEvent {
  const common = { at: timestampToWire(item.at), verdict };
  switch (item.kind) {
    case 'claimed':
      return { kind: item.kind, ...common, attempt: item.attempt, worker: item.workerId };
    case 'given-back': {
      const { kind, attempt, reason } = item;
      return { kind, ...common, attempt, reason, nextAttemptAt: timestampToWire(item.nextAttemptAt) };
    }
    case 'accepted':
    case 'rejected':
    case 'unknown':
      return { kind: item.kind, ...common, writtenAt: timestampToWire(item.writtenAt), error: item.error };
    case 'receipt': {
      const { gateway_id: gatewayId, provider_id: providerId, state, covers, error, raw } = item.receipt;
      return {
        kind: item.kind,
        ...common,
        gateway: gatewayName(gatewayId),
        part: item.part?.part ?? null,
        covers: covers === 'message' ? 'message' : 'part',
        providerId,
        state: receiptStateFromRank(state),
        error,
        raw,
      };
    }
    case 'reception':
      return {
        kind: item.kind,
        ...common,
        ...receptionToWire(item.reception),
        ...confirmedByToWire(item.reception, usernames),
        reportedBy: reporters.get(item.reception.reporter ?? '') ?? null,
      };
    case 'deadline': {
      const offline = item.handsetOffline ? { heardAt: timestampToWire(item.handsetHeardAt) } : null;
      return { kind: item.kind, ...common, error: item.error, handsetOffline: offline };
    }
    case 'created':
    case 'settled':
      return { kind: item.kind, ...common };
  }
}

function receptionToWire(reception: ReceptionRow) {
  const { stated_at: statedAt, stated_clock: clock, text, sender } = reception;
  return {
    source: reception.inbox,
    phoneID: reception.phone_id,
    stated: statedAt === null ? null : { at: timestampToWire(statedAt), clock },
    text,
    sender,
    ignored: reception.ignored_fields as unknown as IgnoredField[],
    comparison: readComparison(reception.comparison),
    senderComparison: reception.sender_comparison,
    files: (reception.media as string[]).length,
    part: reception.part,
  };
}
