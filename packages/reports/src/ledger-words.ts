/** Words the ledgers of one message: what the carrier reports, what the handset reports, and when. */
import { summarizeFiles } from '@textprobe/domain/file-summary';
import type { Finding } from '@textprobe/domain/finding';
import { carrierStatement, contradict, handsetStatement, type Statement } from '@textprobe/domain/statements';
import { dateAndTime } from './page-words.ts';
import type { TestReportLog } from './report-data.ts';
import { lineOf, shorten } from './user-text.ts';

/** One side: its claim in a few words, whether it says yes or no, and its facts. */
interface LedgerWords {
  readonly words: string;
  readonly says: Statement['says'];
  readonly facts: readonly string[];
}

/** `disagree`: the two sides contradict each other. */
export function ledgerPair(log: TestReportLog) {
  return { carrierSays: carrierWords(log), handsetSays: handsetWords(log), disagree: contradict(log) };
}

function carrierWords(log: TestReportLog): LedgerWords {
  const { submission, receipt } = log;
  const facts = [
    submission.outcome === 'accepted' ? moment('accepted', submission.at, log) : null,
    receipt.state === 'none' ? null : moment('receipt', receipt.at, log),
    submission.error,
    receipt.error,
    log.providerIds.length === 0 ? null : `ID ${log.providerIds.join(' ')}`,
  ];
  return { ...carrierStatement(log), facts: facts.filter((fact) => fact !== null).map(factOf) };
}

/** An error is the carrier's own text, shortened to what is needed to understand it. */
function factOf(fact: string): string {
  return lineOf(shorten(fact, 160));
}

const FINDINGS: Readonly<Record<Finding, string>> = {
  identical: 'text as sent',
  equivalent: 'text looks the same',
  cosmetic: 'cosmetic changes',
  'text added': 'text added',
  escaped: 'text escaped',
  're-encoded': 'text re-encoded',
  masked: 'text masked',
  'link rewritten': 'link rewritten',
  'part missing': 'part missing',
  truncated: 'text truncated',
  'joined wrongly': 'text reassembled incorrectly',
  altered: 'text changed',
  'text not told': 'text not reported',
  'handset offline': 'offline',
  'not sent': 'not sent',
};

function handsetWords(log: TestReportLog): LedgerWords {
  const { reception, handsetOffline } = log;
  const facts =
    reception === null
      ? [handsetOffline === null ? null : moment('last seen', handsetOffline.heardAt, log)]
      : [
          moment('confirmed', reception.at, log),
          log.finding === null ? null : FINDINGS[log.finding],
          reception.senderComparison === 'altered' ? 'sender changed' : null,
          summarizeFiles(reception),
        ];
  return { ...handsetStatement(log), facts: facts.filter((fact) => fact !== null) };
}

/** The time of day, with the date if that differs from the day when the message was sent. */
function moment(what: string, at: string | null, { messageSentTimestamp }: TestReportLog): string | null {
  if (at === null) return null;
  const [date, time] = dateAndTime(at);
  const sameDay = date === dateAndTime(messageSentTimestamp)[0];
  return sameDay ? `${what} ${time}` : `${what} ${date} ${time}`;
}
