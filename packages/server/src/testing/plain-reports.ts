/** A renderer for tests that do not read a report's text: a real one takes one to four seconds until its first page. */
import type { AnyReportLog, Report } from '@textprobe/reports/report-data';
import type { ReportRenderer } from '@textprobe/reports/report-renderer';

export interface PlainReports extends ReportRenderer {
  /** The reports that were asked for, with all of their logs. */
  readonly rendered: { readonly head: Report['head']; readonly logs: readonly AnyReportLog[] }[];
}

/** Reads all the data of a report, and returns a PDF without pages. */
export function createPlainReports(): PlainReports {
  const rendered: PlainReports['rendered'] = [];
  return {
    rendered,
    async render(load) {
      const { head, logs } = await load();
      const all: AnyReportLog[] = [];
      for await (const batch of logs) all.push(...batch);
      rendered.push({ head, logs: all });
      return new TextEncoder().encode('%PDF-1.7\n%%EOF\n');
    },
    close: async () => undefined,
  };
}
