/** The outcome of a report's messages by carrier: how many have each verdict, and how many arrived (EVIDENCE-4). */
import type { TestLog } from '@textprobe/contract/messages';
import { figure } from '@textprobe/domain/figures';
import { FINDINGS, findingLabel } from '@textprobe/domain/finding';
import { type ReportRate, reportRate } from '@textprobe/domain/report-rate';
import { countVerdicts, type VerdictCount } from '@textprobe/domain/verdict-tones';

export interface CarrierOutcome {
  /** Empty for phones without a carrier. */
  readonly carrier: string;
  readonly messages: number;
  /** In the order of verdicts; verdicts without messages are left out. */
  readonly verdicts: readonly VerdictCount[];
  /** For each verdict, how the texts changed: `text added 2, masked 1`; no entry if none did. */
  readonly changes: ReadonlyMap<TestLog['verdict'], string>;
  /** By the rule of the report's delivery rate. */
  readonly rate: ReportRate;
}

/** By name, so that rows keep their places while messages change; phones without a carrier come last. */
export function outcomesByCarrier(logs: readonly TestLog[]): CarrierOutcome[] {
  const byCarrier = Map.groupBy(logs, ({ carrier }) => carrier);
  return [...byCarrier]
    .map(([carrier, ofCarrier]) => ({
      carrier,
      messages: ofCarrier.length,
      verdicts: countVerdicts(ofCarrier),
      changes: changesByVerdict(ofCarrier),
      rate: reportRate(ofCarrier.map(countedOnce)),
    }))
    .sort(byName);
}

/** Findings about texts that are not as they were sent. */
const CHANGED = FINDINGS.filter(
  (finding) => !['identical', 'text not told', 'handset offline', 'not sent'].includes(finding),
);

function changesByVerdict(logs: readonly TestLog[]): Map<TestLog['verdict'], string> {
  const words = [...Map.groupBy(logs, ({ verdict }) => verdict)].map(([verdict, ofVerdict]) => {
    const named = CHANGED.flatMap((finding) => {
      const count = ofVerdict.filter((log) => log.finding === finding).length;
      return count === 0 ? [] : [`${findingLabel(finding).toLowerCase()} ${figure(count)}`];
    });
    return [verdict, named.join(', ')] as const;
  });
  return new Map(words.filter(([, named]) => named !== ''));
}

function byName({ carrier: a }: CarrierOutcome, { carrier: b }: CarrierOutcome): number {
  return a === '' || b === '' ? b.length - a.length : a.localeCompare(b);
}

function countedOnce(log: TestLog) {
  return {
    status: log.testActivityStatus,
    evidence: log.evidence,
    handsetOffline: log.handsetOffline !== null,
    notSent: log.verdict === 'not sent',
    settled: log.settled,
    unaltered: log.unaltered,
    messages: 1,
  };
}
