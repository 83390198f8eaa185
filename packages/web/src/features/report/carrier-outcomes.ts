/** The outcome of a report's messages by carrier: how many have each verdict, and how many arrived (EVIDENCE-4). */
import type { TestLog } from '@textprobe/contract/messages';
import { type ReportRate, reportRate } from '@textprobe/domain/report-rate';
import { countVerdicts, type VerdictCount } from '@textprobe/domain/verdict-tones';

export interface CarrierOutcome {
  /** Empty for phones without a carrier. */
  readonly carrier: string;
  readonly messages: number;
  /** In the order of verdicts; verdicts without messages are left out. */
  readonly verdicts: readonly VerdictCount[];
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
      rate: reportRate(ofCarrier.map(countedOnce)),
    }))
    .sort(byName);
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
