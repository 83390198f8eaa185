/** Builds the product's report of a message for the judge, as the screens would show it. */
import { sentText } from '@textprobe/database/message-log/message-log';
import { type MessageLogRow, toLedgers } from '@textprobe/database/messages/message-row';
import type { FileComparison } from '@textprobe/database/receptions/file-comparisons';
import type { ReceptionRow } from '@textprobe/database/receptions/receptions';
import { inShort } from '@textprobe/domain/comparison-classes';
import { findingOf } from '@textprobe/domain/finding';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { deriveVerdict } from '@textprobe/domain/verdict';
import { explainVerdict } from '@textprobe/domain/verdict-reasons';
import type { Report } from './report.ts';

/** @param of.receptions the handset's reports of the message; `files`: how many files were sent */
export function toReport(
  row: MessageLogRow,
  { receptions, files }: { readonly receptions: readonly ReceptionRow[]; readonly files: number },
): Report {
  const ledgers = toLedgers(row);
  const { submission, receipt, reception, handsetOffline, handsetHeardAt } = ledgers;
  const verdict = deriveVerdict(ledgers);
  const explained = explainVerdict({
    submission: { outcome: submission.state },
    receipt: { state: receipt.state },
    reception:
      reception.at === null ? null : { comparison: reception.comparison && inShort(reception.comparison) },
    finding: findingOf(ledgers),
    fileFinding: reception.files,
    handsetOffline: handsetOffline ? { heardAt: isoOrNull(handsetHeardAt) } : null,
    evidence: row.evidence,
    settled: row.settled_at !== null,
    verdict,
  });
  return {
    code: row.code,
    text: sentText(row),
    evidence: row.evidence,
    status: messageStatusFromRank(row.status),
    verdict,
    explained: explained.verdict,
    receipt: receipt.state === 'delivered' || receipt.state === 'failed' ? receipt.state : 'none',
    comparison: reception.comparison,
    sender: reception.sender,
    files,
    fileFinding: reception.files,
    fileOutcomes: receptions.map(outcomesOf),
    submittedAt: row.submitted_at,
    receivedAt: row.received_at,
    endedAfterMs: row.settled_at === null ? null : row.settled_at - row.created_at,
  };
}

function outcomesOf({ file_comparison: compared }: ReceptionRow): string[] | null {
  const files = compared as readonly FileComparison[] | null;
  return files?.map(({ outcome }) => outcome).sort() ?? null;
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
