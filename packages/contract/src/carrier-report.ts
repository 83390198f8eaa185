/** Reports for the carrier: what it needs to look up its messages, without partner, client and office (EVIDENCE-3). */

import { ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { analyticsFilters } from './analytics.ts';
import { get, TESTS } from './call.ts';
import { shownAs } from './query-form.ts';
import { queryIdSchema, queryLongIdSchema } from './text.ts';

/** The maximum number of messages in a PDF for the carrier: each takes a third of a page. */
export const CARRIER_PDF_LIMIT = 500;

const carrierReportQuerySchema = z
  .strictObject({
    ...analyticsFilters,
    testId: queryIdSchema.optional(),
    runId: queryLongIdSchema.optional(),
    /** Whether partner, client and office are named. */
    names: shownAs(
      z.enum(['true', 'false']).transform((text) => text === 'true'),
      {
        type: 'string',
        enum: ['true', 'false'],
      },
    ).optional(),
  })
  .superRefine(({ testId, runId }, context) => {
    if (testId !== undefined || runId === undefined) return;
    const message = 'Send testId too: a run belongs to a test.';
    context.addIssue({ code: 'custom', path: ['runId'], message });
  });
export type CarrierReportQuery = z.output<typeof carrierReportQuerySchema>;

const carrierMessageSchema = z.object({
  testLogID: z.number().int(),
  fields: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('What is known, in the order in which it is shown.'),
  text: z.string().describe('The same as plain text, to be pasted into a ticket.'),
});

const LOGS = `${TESTS}/deliverabilitytestlogs`;

export const carrierReportCalls = {
  messageForCarrier: get(`${LOGS}/for-carrier`, {
    roles: ALL_ROLES,
    query: z.strictObject({ testLogID: queryLongIdSchema }),
    answer: carrierMessageSchema,
  }),
  csvForCarrier: get(`${LOGS}/export-csv-for-carrier`, {
    audit: 'messages.carrier-report-exported',
    roles: ALL_ROLES,
    query: carrierReportQuerySchema,
  }),
  pdfForCarrier: get(`${LOGS}/generate-pdf-for-carrier`, {
    audit: 'messages.carrier-report-exported',
    roles: ALL_ROLES,
    query: carrierReportQuerySchema,
  }),
};
