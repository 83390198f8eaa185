/** Turns the facts of a report into what its template shows: every word, time and figure on the page. */
import type { Page } from './page.ts';
import { presentCarrierReport } from './present-carrier-report.ts';
import { presentFilteredReport } from './present-filtered-report.ts';
import { presentTestReport } from './present-test-report.ts';
import type {
  AnyReportLog,
  CarrierReportLog,
  FilteredReportLog,
  Report,
  TestReportLog,
} from './report-data.ts';

export function presentReport(head: Report['head'], logs: readonly AnyReportLog[]): Page {
  // The kinds of head and logs match: `Report` ensures it, and the protocol keeps them together.
  switch (head.kind) {
    case 'test':
      return presentTestReport(head, logs as TestReportLog[]);
    case 'filtered':
      return presentFilteredReport(head, logs as FilteredReportLog[]);
    case 'carrier':
      return presentCarrierReport(head, logs as CarrierReportLog[]);
  }
}
