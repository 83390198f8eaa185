/** Converts messages to their wire format: the specification's test log plus the ledgers (DATA-5). */
import type { FilteredLog, TestLog } from '@textprobe/contract/messages';
import { findUsernames } from '@textprobe/database/accounts/accounts';
import type { Database } from '@textprobe/database/core/connection';
import { findLinks } from '@textprobe/database/gateways/gateway-links';
import { findMediaFiles, type MediaFileRow } from '@textprobe/database/media/media-files';
import { sentText } from '@textprobe/database/message-log/message-log';
import { withClaims } from '@textprobe/database/messages/held-messages';
import { unalteredRow } from '@textprobe/database/messages/message-finding';
import { type MessageLogRow, receivedTime, toLedgers } from '@textprobe/database/messages/message-row';
import type { FileComparison } from '@textprobe/database/receptions/file-comparisons';
import { listReceptions, type ReceptionRow } from '@textprobe/database/receptions/receptions';
import { covers, type Scope } from '@textprobe/database/scope/scope';
import { inShort, readComparison } from '@textprobe/domain/comparison-classes';
import type { FileFinding } from '@textprobe/domain/file-classes';
import { findingOf } from '@textprobe/domain/finding';
import { describeHoldUp } from '@textprobe/domain/hold-up';
import { deadlineAt, type Ledgers } from '@textprobe/domain/message-lifecycle';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { joinParts } from '@textprobe/domain/separate-parts';
import { deriveVerdict } from '@textprobe/domain/verdict';
import { timestampToWire } from '../http/timestamps.ts';
import { arrivedFilesToWire, missingFilesToWire } from '../media/media-wire.ts';

/**
 * Fetches the receptions and files of all rows at once. The files of a test that also belongs to partners outside of the scope
 * are only counted: a message shows the files that arrived, not those of its test (ACCT-2).
 */
export async function messagesToWire(
  db: Database,
  scope: Scope,
  rows: readonly MessageLogRow[],
): Promise<TestLog[]> {
  const received = rows.flatMap(({ id, received_at: at }) => (at === null ? [] : [{ id, at }]));
  const since = received.reduce((earliest, { at }) => Math.min(earliest, at), Infinity);
  const reported = await listReceptions(
    db,
    received.map(({ id }) => id),
    since,
  );
  const receptions = new Map(
    rows.map((row) => {
      const own = reported.get(row.id) ?? [];
      return [row.id, covers(scope, row.test_partner_ids) ? own : own.map(withoutSentFiles)];
    }),
  );
  const all = [...receptions.values()].flat();
  const files = await findMediaFiles(db, all.flatMap(fileIdsOf));
  const usernames = await findReporters(db, all);
  const asClaimed = await withClaims(db, rows);
  return asClaimed.map((row) => messageToWire(row, receptions.get(row.id) ?? [], { files, usernames }));
}

/**
 * The same, with fields of the test (ANALYTICS-7). An account with some partners gets the text of the message, not the
 * test's with placeholders, since the test may be another partner's too (ACCT-2).
 */
export async function filteredMessagesToWire(
  db: Database,
  scope: Scope,
  rows: readonly MessageLogRow[],
): Promise<FilteredLog[]> {
  const logs = await messagesToWire(db, scope, rows);
  return rows.map((row, index) => ({
    ...(logs[index] as TestLog),
    messageBody: scope.partnerIds === null ? row.test_body : (row.filled_body ?? row.test_body),
    messageType: row.message_type as FilteredLog['messageType'],
    testType: row.test_type as FilteredLog['testType'],
  }));
}

/** The names of users who confirmed messages in the console, by account id. */
export function findReporters(
  db: Database,
  receptions: readonly Pick<ReceptionRow, 'account_id'>[],
): Promise<Map<number, string>> {
  return findUsernames(db, [...new Set(receptions.flatMap(({ account_id: id }) => id ?? []))]);
}

/** Files and users that receptions refer to. */
interface Referred {
  readonly files: ReadonlyMap<string, MediaFileRow>;
  readonly usernames: ReadonlyMap<number, string>;
}

function messageToWire(row: MessageLogRow, receptions: readonly ReceptionRow[], referred: Referred): TestLog {
  const ledgers = toLedgers(row);
  return {
    testLogID: row.id,
    testID: row.test_id,
    officeID: row.office_id,
    phoneID: row.phone_id,
    carrier: row.carrier,
    testActivityStatus: messageStatusFromRank(row.status),
    messageSentTimestamp: timestampToWire(row.submitted_at),
    messageReceivedTimestamp: timestampToWire(receivedTime(row)),
    creationTimestamp: timestampToWire(row.created_at),
    runId: row.run_id,
    verdict: deriveVerdict(ledgers),
    finding: findingOf(ledgers),
    fileFinding: ledgers.reception.files,
    unaltered: unalteredRow(row),
    sent: { text: sentText(row), from: row.sender, to: row.recipient },
    submission: {
      at: timestampToWire(ledgers.submission.at),
      outcome: ledgers.submission.state,
      gateway: row.gateway_name ?? 'none',
      error: ledgers.submission.error,
    },
    receipt: {
      at: timestampToWire(ledgers.receipt.at),
      state: ledgers.receipt.state,
      error: ledgers.receipt.error,
    },
    reception: receptionToWire(ledgers, receptions, referred),
    handsetOffline: ledgers.handsetOffline ? { heardAt: timestampToWire(ledgers.handsetHeardAt) } : null,
    evidence: row.evidence,
    deadlineAt: timestampToWire(deadlineAt(ledgers)),
    settled: row.settled_at !== null,
  };
}

/** Shows the report that decided the comparison, else the earliest; the parts of a text that were reported separately, joined. */
function receptionToWire(
  ledgers: Ledgers,
  receptions: readonly ReceptionRow[],
  { files, usernames }: Referred,
): TestLog['reception'] {
  const { at, comparison, sender } = ledgers.reception;
  if (at === null) return null;
  const shown = receptions.find((one) => readComparison(one.comparison) === comparison) ?? receptions[0];
  const separate = shown?.part === null ? null : joinedParts(receptions);
  const senderShown = receptions.find((one) => one.sender_comparison === sender) ?? shown;
  return {
    at: timestampToWire(at),
    statedAt: timestampToWire(shown?.stated_at ?? null),
    clock: shown?.stated_clock ?? null,
    text: separate?.text ?? shown?.text ?? null,
    ...(separate && { separateReports: separate.reports }),
    ...filesToWire(receptions, ledgers.reception.files, files),
    ...confirmedByToWire(receptions[0], usernames),
    comparison: comparison && inShort(comparison),
    sender: senderShown?.sender ?? null,
    senderComparison: sender,
  };
}

/** The text of the parts that the phone reported as messages of their own; null: it did not. */
export function joinedParts(receptions: readonly Pick<ReceptionRow, 'part' | 'text'>[]) {
  const parts = receptions.flatMap(({ part, text }) =>
    part === null || text === null ? [] : [{ part, text }],
  );
  return parts.length === 0 ? null : joinParts(parts);
}

/** Empty unless a user confirmed the message. */
export function confirmedByToWire(
  reception: Pick<ReceptionRow, 'account_id'> | undefined,
  usernames: ReadonlyMap<number, string>,
): { confirmedBy?: string } {
  const id = reception?.account_id ?? null;
  return id === null ? {} : { confirmedBy: usernames.get(id) ?? `account ${id}` };
}

/** Takes the report that decided the finding, else the first with files: a retried report brings the same files again. */
function filesToWire(
  receptions: readonly ReceptionRow[],
  finding: FileFinding | null,
  files: ReadonlyMap<string, MediaFileRow>,
) {
  const source =
    receptions.find((one) => finding !== null && one.file_finding === finding) ??
    receptions.find((one) => mediaIdsOf(one).length > 0) ??
    receptions.find((one) => one.file_comparison !== null);
  const compared = source === undefined ? null : comparisonOf(source);
  return {
    media: source === undefined ? [] : arrivedFilesToWire(mediaIdsOf(source), compared, files),
    ...(compared === null ? {} : { missingMedia: missingFilesToWire(compared, files) }),
  };
}

/** The outcomes stay. */
function withoutSentFiles(reception: ReceptionRow): ReceptionRow {
  const outcomes = comparisonOf(reception)?.map((one) => ({ ...one, sent: null })) ?? null;
  return { ...reception, file_comparison: outcomes };
}

function comparisonOf({ file_comparison: found }: ReceptionRow): FileComparison[] | null {
  return found as FileComparison[] | null;
}

/** The ids of all files in the report, sent and received. */
function fileIdsOf(reception: ReceptionRow): string[] {
  const sent = comparisonOf(reception)?.flatMap((one) => one.sent ?? []) ?? [];
  return [...mediaIdsOf(reception), ...sent];
}

function mediaIdsOf({ media }: ReceptionRow): string[] {
  return media as string[];
}

/** Seconds from submission to reception, at least 0.001; 0 when not received (REPORT-8). */
export function deliverySeconds(row: MessageLogRow): number {
  const receivedAt = receivedTime(row);
  if (row.submitted_at === null || receivedAt === null) return 0;
  return Math.max(receivedAt - row.submitted_at, 1) / 1000;
}

/** What a message that is not submitted yet is waiting for, as a phrase. @param now epoch milliseconds */
export async function findWaitsFor(db: Database, row: MessageLogRow, now: number): Promise<string> {
  const links = await findLinks(db, now);
  return describeHoldUp({ name: row.gateway_name, link: links.get(row.gateway_id) ?? null });
}
