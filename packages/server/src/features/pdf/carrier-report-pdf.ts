/** Collects the data of a PDF for the carrier (EVIDENCE-3). */
import { CARRIER_PDF_LIMIT, type CarrierReportQuery } from '@textprobe/contract/carrier-report';
import type { Database } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Generated, Report } from '@textprobe/reports/report-data';
import { analyticsFilter } from '../../analytics/analytics-filter.ts';
import { streamForCarrier } from '../../messages/carrier-messages.ts';
import { filterWords } from './filtered-report-pdf.ts';
import { ROWS_AT_ONCE } from './test-report-pdf.ts';

export async function gatherCarrierReport(
  deps: { readonly db: Database; readonly codes: MessageCodes },
  scope: Scope,
  query: CarrierReportQuery,
  generated: Generated,
): Promise<Report> {
  const { testId, runId, names = false } = query;
  const own = Object.entries({ Test: testId, Run: runId }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: String(value) }],
  );
  const { partnerId, ...others } = analyticsFilter(query);
  // The carrier need not know for whom the messages were sent.
  const filter = names ? { partnerId, ...others } : others;
  return {
    head: {
      kind: 'carrier',
      generated,
      filters: [...own, ...(await filterWords(deps.db, scope, filter))],
      withNames: names,
      limit: CARRIER_PDF_LIMIT,
    },
    logs: upToLimit(streamForCarrier(deps, scope, query, ROWS_AT_ONCE)),
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
