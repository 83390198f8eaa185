/** Both ledgers of one message, side by side: what the carrier says, what the handset says, and when. */
import { summarizeFiles } from '@textprobe/domain/file-summary';
import type { Finding } from '@textprobe/domain/finding';
import { carrierStatement, contradict, handsetStatement, type Statement } from '@textprobe/domain/statements';
import { dateAndTime } from './page-words.ts';
import type { TestReportLog } from './report-data.ts';
import { lineOf, shorten } from './user-text.ts';

/** One side: its claim in a few words, whether it says yes or no, and what that rests on. */
interface LedgerWords {
  readonly words: string;
  readonly says: Statement['says'];
  readonly facts: readonly string[];
}

/** `odds`: the two contradict each other. */
export function ledgerPair(log: TestReportLog) {
  return { carrierSays: carrierWords(log), handsetSays: handsetWords(log), odds: contradict(log) };
}

function carrierWords(log: TestReportLog): LedgerWords {
  const { submission, receipt } = log;
  const facts = [
    submission.outcome === 'accepted' ? moment('accepted', submission.at, log) : null,
    receipt.state === 'none' ? null : moment('receipt', receipt.at, log),
    submission.error,
    receipt.error,
  ];
  return { ...carrierStatement(log), facts: facts.filter((fact) => fact !== null).map(factOf) };
}

/** An error is a carrier's own text: as much of it as tells what is wrong. */
function factOf(fact: string): string {
  return lineOf(shorten(fact, 160));
}

const FINDINGS: Readonly<Record<Finding, string>> = {
  identical: 'text as sent',
  equivalent: 'text looks the same',
  're-encoded': 'text re-encoded',
  truncated: 'text truncated',
  'joined wrongly': 'text joined wrongly',
  altered: 'text changed',
  'text not told': 'text not told',
  'handset offline': 'offline',
  'not sent': 'not sent',
};

function handsetWords(log: TestReportLog): LedgerWords {
  const { reception, handsetOffline } = log;
  const facts =
    reception === null
      ? [handsetOffline === null ? null : moment('last heard of', handsetOffline.heardAt, log)]
      : [
          moment('confirmed', reception.at, log),
          log.finding === null ? null : FINDINGS[log.finding],
          reception.senderComparison === 'altered' ? 'sender changed' : null,
          summarizeFiles(reception),
        ];
  return { ...handsetStatement(log), facts: facts.filter((fact) => fact !== null) };
}

/** The time of day; with its date where that is not the day on which the message was sent. */
function moment(what: string, at: string | null, { messageSentTimestamp }: TestReportLog): string | null {
  if (at === null) return null;
  const [date, time] = dateAndTime(at);
  const sameDay = date === dateAndTime(messageSentTimestamp)[0];
  return sameDay ? `${what} ${time}` : `${what} ${date} ${time}`;
}
