/**
 * Loads the report of a test or of one of its runs: refreshed by live events (key ['report', testId, …]), and every minute while messages
 * are in flight (REPORT-3).
 */
import { useQuery } from '@tanstack/react-query';
import type { Report } from '@textprobe/contract/messages';
import { isInProgress } from '@textprobe/domain/message-status';
import { getTestReport } from '../../api/messages.ts';
import { useCallOptions } from '../../ui/call-options.ts';

const REFRESH_MS = 60_000;

/**
 * Progress of the messages: none yet; some PENDING or SENT (`moving`, REPORT-3); none of these, but some may still be confirmed
 * (`settling`: the carrier reported delivered, the handset has time left); all final.
 */
export type Progress = 'none' | 'moving' | 'settling' | 'ended';

export function progressOf({
  testLogs,
  testLogCount,
  rate,
}: Pick<Report, 'testLogs' | 'testLogCount' | 'rate'>): Progress {
  if (testLogs.some(({ testActivityStatus }) => isInProgress(testActivityStatus))) return 'moving';
  // The rate counts all messages; the logs hold only the newest.
  if (testLogCount > testLogs.length && rate.inProgress > 0) return 'moving';
  if (testLogs.length === 0) return 'none';
  return testLogs.every(({ settled }) => settled) ? 'ended' : 'settling';
}

function mayChange(report: Report | undefined): boolean {
  return report?.test !== undefined && ['moving', 'settling'].includes(progressOf(report));
}

/**
 * @param testId null loads nothing
 * @param runId null loads all runs
 * @param logId a message to include with its neighbors, if it is not among the newest
 */
export function useReport(testId: number | null, runId: number | null, logId: number | null) {
  const { optionsOf, markRequested } = useCallOptions();
  const query = useQuery({
    queryKey: ['report', testId, runId, logId],
    enabled: testId !== null,
    queryFn: (context) => getTestReport(testId ?? 0, { runId, testLogID: logId, ...optionsOf(context) }),
    meta: { purpose: 'load the test report' },
    // While another run of the test loads, the previous one stays; another test's report does not.
    placeholderData: (previous, before) => (before?.queryKey[1] === testId ? previous : undefined),
    refetchInterval: ({ state }) => (mayChange(state.data) ? REFRESH_MS : false),
  });
  return {
    query,
    refresh() {
      markRequested();
      void query.refetch();
    },
  };
}

/** Delivery times in seconds by log id (REPORT-8), without logs that were not received. */
export function durationsByLog(report: Report): ReadonlyMap<number, number> {
  return new Map(
    report.testDurationLogIDs.flatMap((logId, index) => {
      const seconds = report.testDurations[index] ?? 0;
      return seconds > 0 ? [[logId, seconds] as const] : [];
    }),
  );
}
