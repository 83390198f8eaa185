/**
 * The table of calls: method, path, query, body and answer of everything said over HTTP. The server's routes, the web's
 * client and the API description all read it.
 */
import { z } from 'zod';
import { loginAnswerSchema, loginBodySchema, statusAnswerSchema } from './accounts.ts';
import { analyticsCalls } from './analytics.ts';
import { analyticsBundleCalls } from './analytics-bundle.ts';
import {
  clientSchema,
  clientsQuerySchema,
  officeSchema,
  officesQuerySchema,
  partnerSchema,
  testPhoneSchema,
  wholeDirectorySchema,
} from './directory.ts';
import { gatewayCalls } from './gateway-calls.ts';
import { handsetCalls } from './handset-calls.ts';
import { handsetSourceCalls } from './handset-source-calls.ts';
import { mediaParamsSchema, mediaQuerySchema } from './media.ts';
import { messageWhyQuerySchema, messageWhySchema } from './message-why.ts';
import {
  exportLogsQuerySchema,
  filteredLogSchema,
  filteredLogsQuerySchema,
  reportQuerySchema,
  reportSchema,
  testLogQuerySchema,
  testLogSchema,
  testLogsOfTestQuerySchema,
  testLogsQuerySchema,
} from './messages.ts';
import { generateFilteredPdfQuerySchema, generatePdfQuerySchema } from './report-pdfs.ts';
import {
  previewScheduleAnswerSchema,
  recurrenceRuleInputSchema,
  runSchema,
  runsQuerySchema,
  stopTestQuerySchema,
} from './schedules.ts';
import { systemCalls } from './system-calls.ts';
import {
  createTestBodySchema,
  listTestsQuerySchema,
  testQuerySchema,
  testSchema,
  updateTestBodySchema,
} from './tests.ts';

/**
 * Who may call: anybody, a console session, or (as well as a session) a handset with its key, a scraper of metrics with
 * its token, whoever bears a signed link that has not expired.
 */
export type Access = 'public' | 'session' | 'handset' | 'scraper' | 'signed';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A part that varies stands as `:name`, told by `params`. */
  readonly path: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** HTTP status of the good case. */
  readonly status: number;
  /** Absent: text, a stream or nothing. */
  readonly answer?: z.ZodType;
}

const A = '/api/auth/sm/v1';
const T = '/api/tests/sm/v1';

export const calls = {
  csrf: { method: 'GET', path: '/api/csrf', access: 'public', status: 200 },
  login: {
    method: 'POST',
    path: `${A}/login`,
    access: 'public',
    body: loginBodySchema,
    status: 200,
    answer: loginAnswerSchema,
  },
  logout: { method: 'POST', path: `${A}/logout`, access: 'session', status: 204 },
  authStatus: {
    method: 'GET',
    path: `${A}/status`,
    access: 'public',
    status: 200,
    answer: statusAnswerSchema,
  },
  partners: {
    method: 'GET',
    path: `${T}/partners`,
    access: 'session',
    status: 200,
    answer: z.array(partnerSchema),
  },
  clients: {
    method: 'GET',
    path: `${T}/clients`,
    access: 'session',
    query: clientsQuerySchema,
    status: 200,
    answer: z.array(clientSchema),
  },
  offices: {
    method: 'GET',
    path: `${T}/offices`,
    access: 'session',
    query: officesQuerySchema,
    status: 200,
    answer: z.array(officeSchema),
  },
  testPhones: {
    method: 'GET',
    path: `${T}/deliverabilitytestphones`,
    access: 'session',
    status: 200,
    answer: z.array(testPhoneSchema),
  },
  wholeDirectory: {
    method: 'GET',
    path: `${T}/directory`,
    access: 'session',
    status: 200,
    answer: wholeDirectorySchema,
  },
  createTest: {
    method: 'POST',
    path: `${T}/deliverabilitytest/create`,
    access: 'session',
    body: createTestBodySchema,
    status: 201,
    answer: testSchema,
  },
  listTests: {
    method: 'GET',
    path: `${T}/deliverabilitytest/all`,
    access: 'session',
    query: listTestsQuerySchema,
    status: 200,
    answer: z.array(testSchema),
  },
  getTest: {
    method: 'GET',
    path: `${T}/deliverabilitytest/get`,
    access: 'session',
    query: testQuerySchema,
    status: 200,
    answer: testSchema,
  },
  updateTest: {
    method: 'PUT',
    path: `${T}/deliverabilitytest/update`,
    access: 'session',
    body: updateTestBodySchema,
    status: 200,
    answer: testSchema,
  },
  deleteTest: {
    method: 'DELETE',
    path: `${T}/deliverabilitytest/delete`,
    access: 'session',
    query: testQuerySchema,
    status: 204,
  },
  previewSchedule: {
    method: 'POST',
    path: `${T}/deliverabilitytest/preview-schedule`,
    access: 'session',
    body: recurrenceRuleInputSchema,
    status: 200,
    answer: previewScheduleAnswerSchema,
  },
  stopTest: {
    method: 'POST',
    path: `${T}/deliverabilitytest/stop`,
    access: 'session',
    query: stopTestQuerySchema,
    status: 200,
    answer: testSchema,
  },
  testRuns: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/runs`,
    access: 'session',
    query: runsQuerySchema,
    status: 200,
    answer: z.array(runSchema),
  },
  testLogs: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/all`,
    access: 'session',
    query: testLogsQuerySchema,
    status: 200,
    answer: z.array(testLogSchema),
  },
  filteredLogs: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/get-filtered-reports`,
    access: 'session',
    query: filteredLogsQuerySchema,
    status: 200,
    answer: z.array(filteredLogSchema),
  },
  exportLogs: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/export-csv`,
    access: 'session',
    query: exportLogsQuerySchema,
    status: 200,
  },
  generatePdf: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/generate-pdf`,
    access: 'session',
    query: generatePdfQuerySchema,
    status: 200,
  },
  generateFilteredPdf: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/generate-filtered-pdf`,
    access: 'session',
    query: generateFilteredPdfQuerySchema,
    status: 200,
  },
  testLogsOfTest: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/get-by-test-id`,
    access: 'session',
    query: testLogsOfTestQuerySchema,
    status: 200,
    answer: z.array(testLogSchema),
  },
  testLog: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/get-individual`,
    access: 'session',
    query: testLogQuerySchema,
    status: 200,
    answer: testLogSchema,
  },
  messageWhy: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/why`,
    access: 'session',
    query: messageWhyQuerySchema,
    status: 200,
    answer: messageWhySchema,
  },
  report: {
    method: 'GET',
    path: `${T}/deliverabilitytestlogs/report`,
    access: 'session',
    query: reportQuerySchema,
    status: 200,
    answer: reportSchema,
  },
  media: {
    method: 'GET',
    path: '/api/media/:id',
    access: 'signed',
    params: mediaParamsSchema,
    query: mediaQuerySchema,
    status: 200,
  },
  mediaThumbnail: {
    method: 'GET',
    path: '/api/media/:id/thumbnail',
    access: 'signed',
    params: mediaParamsSchema,
    query: mediaQuerySchema,
    status: 200,
  },
  ...handsetCalls,
  ...handsetSourceCalls,
  ...gatewayCalls,
  ...analyticsCalls,
  ...analyticsBundleCalls,
  ...systemCalls,
} as const satisfies Record<string, Call>;
export type CallName = keyof typeof calls;
