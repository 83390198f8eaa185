/** Presents the messages that need attention: those with a failed or doubtful verdict, worst first, then newest. */

import { formatSeconds } from '@textprobe/domain/delivery-time';
import { areFilesAltered } from '@textprobe/domain/file-classes';
import { fileFindingLabel } from '@textprobe/domain/file-finding';
import { summarizeFiles } from '@textprobe/domain/file-summary';
import { carrierStatement, handsetStatement } from '@textprobe/domain/statements';
import { toneOf, VERDICT_ORDER } from '@textprobe/domain/verdict-tones';
import { textChangeWords } from './changed-arrivals.ts';
import { count } from './page-words.ts';
import type { TestReportLog } from './report-data.ts';
import { lineOf, shorten } from './user-text.ts';

/** More rows would push the table off the first page. */
const SHOWN = 12;
/** In graphemes, so that a row has at most two lines. */
const CARRIER = 20;
const NAME = 30;
const PHRASE = 80;

/** The first rows, and how many more there are, null if none. @param logs newest first */
export function presentAttention(logs: readonly TestReportLog[]) {
  const chosen = logs
    .filter(({ verdict }) => ['failed', 'doubtful'].includes(toneOf(verdict)))
    // Stable, so the newest stay first within a verdict.
    .sort((a, b) => VERDICT_ORDER.indexOf(b.verdict) - VERDICT_ORDER.indexOf(a.verdict));
  const more = chosen.length - SHOWN;
  return { rows: chosen.slice(0, SHOWN).map(present), more: more > 0 ? count(more) : null };
}

function present(log: TestReportLog) {
  const { office, phone, phoneNumber, verdict } = log;
  return {
    log: log.testLogID,
    carrier: lineOf(shorten(log.carrier, CARRIER)) || 'N/A',
    route: lineOf(`${shorten(office, NAME)} → ${shorten(phone, NAME)}, ${phoneNumber}`),
    verdict: { label: verdict, tone: toneOf(verdict) },
    words: lineOf(shorten(whatHappened(log), PHRASE)),
  };
}

function whatHappened(log: TestReportLog): string {
  const { verdict, submission, receipt } = log;
  if (verdict === 'altered') return alterationOf(log);
  if (verdict === 'late') return `Received after ${formatSeconds(log.seconds)}.`;
  // The carrier says that this one arrived: its error explains nothing.
  const error = verdict === 'receipt only' ? null : (receipt.error ?? submission.error);
  return error ?? `Carrier: ${carrierStatement(log).words}. Handset: ${handsetStatement(log).words}.`;
}

function alterationOf(log: TestReportLog): string {
  const { reception, fileFinding } = log;
  const text = reception?.comparison === 'altered' ? [textChangeWords(log)] : [];
  if (fileFinding === null || !areFilesAltered(fileFinding)) return text.join('');
  return [...text, `${summarizeFiles(reception) ?? fileFindingLabel(fileFinding)}.`].join(' ');
}
