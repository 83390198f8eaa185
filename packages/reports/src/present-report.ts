/** Turns the facts of a report into what its template shows: every word, time and figure on the page. */
import type { Page } from './page.ts';
import { presentFilteredReport } from './present-filtered-report.ts';
import { presentTestReport } from './present-test-report.ts';
import type { FilteredReportLog, Report, TestReportLog } from './report-data.ts';

export function presentReport(
  head: Report['head'],
  logs: readonly (TestReportLog | FilteredReportLog)[],
): Page {
  // The kinds of head and logs match: `Report` ensures it, and the protocol keeps them together.
  return head.kind === 'test'
    ? presentTestReport(head, logs as TestReportLog[])
    : presentFilteredReport(head, logs as FilteredReportLog[]);
}
