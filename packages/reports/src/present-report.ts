/** From the facts of a report to what its template shows: every word, time and figure as it stands on the page. */
import type { Page } from './page.ts';
import { presentFilteredReport } from './present-filtered-report.ts';
import { presentTestReport } from './present-test-report.ts';
import type { FilteredReportHead, FilteredReportLog, TestReportHead, TestReportLog } from './report-data.ts';

/** A report on its way: its logs come batch by batch. */
export interface PresentedReport {
  add(logs: readonly (TestReportLog | FilteredReportLog)[]): void;
  finish(): Page;
}

export function presentReport(head: TestReportHead | FilteredReportHead): PresentedReport {
  const logs: (TestReportLog | FilteredReportLog)[] = [];
  return {
    add: (batch) => void logs.push(...batch),
    // The head's kind and the logs' kind go together: `Report` says so, and the protocol keeps them in order.
    finish: () =>
      head.kind === 'test'
        ? presentTestReport(head, logs as TestReportLog[])
        : presentFilteredReport(head, logs as FilteredReportLog[]),
  };
}
