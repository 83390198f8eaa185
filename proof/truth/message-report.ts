/** Builds the product's report of a message for the judge, as the screens would show it. */
import { type MessageLogRow, sentText } from '@textprobe/database/messages/message-log';
import { toLedgers } from '@textprobe/database/messages/message-row';
import { inShort } from '@textprobe/domain/comparison-classes';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { deriveVerdict } from '@textprobe/domain/verdict';
import { explainVerdict } from '@textprobe/domain/verdict-reasons';
import type { Report } from './truth-judge.ts';

export function toReport(row: MessageLogRow): Report {
  const ledgers = toLedgers(row);
  const { submission, receipt, reception, handsetOffline, handsetHeardAt } = ledgers;
  const verdict = deriveVerdict(ledgers);
  const explained = explainVerdict({
    submission: { outcome: submission.state },
    receipt: { state: receipt.state },
    reception:
      reception.at === null ? null : { comparison: reception.comparison && inShort(reception.comparison) },
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
    submittedAt: row.submitted_at,
    receivedAt: row.received_at,
    endedAfterMs: row.settled_at === null ? null : row.settled_at - row.created_at,
  };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
