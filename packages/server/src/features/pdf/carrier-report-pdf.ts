/** Collects the data of a PDF for the carrier (EVIDENCE-3). */
import { CARRIER_PDF_LIMIT, type CarrierReportQuery } from '@textprobe/contract/carrier-report';
import type { Database } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Generated, Report } from '@textprobe/reports/report-data';
import { analyticsFilter } from '../analytics/analytics-filter.ts';
import { streamForCarrier } from '../messages/carrier-messages.ts';
import { filterWords } from './filtered-report-pdf.ts';
import { ROWS_AT_ONCE } from './test-report-pdf.ts';

export function gatherCarrierReport(
  deps: { readonly db: Database; readonly codes: MessageCodes },
  query: CarrierReportQuery,
  generated: Generated,
): Report {
  const { testId, runId, names = false } = query;
  const own = Object.entries({ Test: testId, Run: runId }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  );
  return {
    head: {
      kind: 'carrier',
      generated,
      filters: [...own, ...filterWords(analyticsFilter(query))],
      withNames: names,
      limit: CARRIER_PDF_LIMIT,
    },
    logs: upToLimit(streamForCarrier(deps, query, ROWS_AT_ONCE)),
  };
}

/** One more than the limit shows that there are more. */
async function* upToLimit(batches: ReturnType<typeof streamForCarrier>) {
  let count = 0;
  for await (const messages of batches) {
    yield messages;
    count += messages.length;
    if (count > CARRIER_PDF_LIMIT) return;
  }
}
