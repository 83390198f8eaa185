/**
 * One test's report, or that of one of its runs: kept fresh by live events (key ['report', testId, …]), and each minute
 * while messages are on their way (REPORT-3).
 */
import { useQuery } from '@tanstack/react-query';
import type { Report } from '@textprobe/contract/messages';
import { isInProgress } from '@textprobe/domain/message-status';
import { getTestReport } from '../../api/messages.ts';
import { useLoad } from '../../ui/use-load.ts';

const REFRESH_MS = 60_000;

/**
 * How far the messages are: none yet; some PENDING or SENT (`moving`, REPORT-3); none of these, but some may still be
 * confirmed (`settling`: the carrier said delivered, the handset has time left); all at their end.
 */
export type Progress = 'none' | 'moving' | 'settling' | 'ended';

export function progressOf({
  testLogs,
  testLogCount,
  rate,
}: Pick<Report, 'testLogs' | 'testLogCount' | 'rate'>): Progress {
  if (testLogs.some(({ testActivityStatus }) => isInProgress(testActivityStatus))) return 'moving';
  // The rate counts all messages; the logs are the newest of them only.
  if (testLogCount > testLogs.length && rate.inProgress > 0) return 'moving';
  if (testLogs.length === 0) return 'none';
  return testLogs.every(({ settled }) => settled) ? 'ended' : 'settling';
}

function mayChange(report: Report | undefined): boolean {
  return report?.test !== undefined && ['moving', 'settling'].includes(progressOf(report));
}

/**
 * @param testId null asks nothing
 * @param runId null asks for all runs
 */
export function useReport(testId: number | null, runId: number | null) {
  const { load, ask } = useLoad();
  const query = useQuery({
    queryKey: ['report', testId, runId],
    enabled: testId !== null,
    queryFn: (context) =>
      load(context, 'test report', (options) => getTestReport(testId ?? 0, { runId, ...options })),
    // While another run of the test is fetched the one before stays; another test's report never does.
    placeholderData: (previous, before) => (before?.queryKey[1] === testId ? previous : undefined),
    refetchInterval: ({ state }) => (mayChange(state.data) ? REFRESH_MS : false),
  });
  return {
    query,
    refresh() {
      ask();
      void query.refetch();
    },
  };
}

/** Delivery times, each matched to its log by id (REPORT-8): seconds; logs that were not received are missing. */
export function durationsByLog(report: Report): ReadonlyMap<number, number> {
  return new Map(
    report.testDurationLogIDs.flatMap((logId, index) => {
      const seconds = report.testDurations[index] ?? 0;
      return seconds > 0 ? [[logId, seconds] as const] : [];
    }),
  );
}
