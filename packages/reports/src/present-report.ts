/** From the facts of a report to what its template shows: every word, time and figure as it stands on the page. */
import type { Page } from './page.ts';
import { presentFilteredReport } from './present-filtered-report.ts';
import { presentTestReport } from './present-test-report.ts';
import type { FilteredReportLog, Report, TestReportLog } from './report-data.ts';

export function presentReport(
  head: Report['head'],
  logs: readonly (TestReportLog | FilteredReportLog)[],
): Page {
  // The head's kind and the logs' kind go together: `Report` says so, and the protocol keeps them in order.
  return head.kind === 'test'
    ? presentTestReport(head, logs as TestReportLog[])
    : presentFilteredReport(head, logs as FilteredReportLog[]);
}
