/** The rate of a run that is under way: what only a receipt has said is not known until the handset's time has run out. */
import type { Report } from '@textprobe/contract/messages';

/**
 * The report's rate with its unsettled receipts counted as in progress: they would pull the rate down until their
 * handsets speak. Of a report with more messages than it holds, those it holds are looked at.
 */
export function runningRate({ rate, testLogs }: Pick<Report, 'rate' | 'testLogs'>): Report['rate'] {
  const open = testLogs.filter(
    ({ testActivityStatus, evidence, settled }) =>
      testActivityStatus === 'DELIVERED' && evidence === 'handset' && !settled,
  ).length;
  if (open === 0) return rate;
  const known = Math.max(0, rate.known - open);
  return {
    ...rate,
    known,
    inProgress: rate.inProgress + open,
    deliveryRate: known === 0 ? null : Math.round((rate.received / known) * 1_000) / 10,
  };
}
