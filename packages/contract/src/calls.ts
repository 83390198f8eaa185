/**
 * The table of calls: method, path, query, body and answer of everything said over HTTP. The server's routes, the web's
 * client and the API description all read it.
 */
import { z } from 'zod';
import { loginAnswerSchema, loginBodySchema, statusAnswerSchema } from './accounts.ts';
import { analyticsCalls } from './analytics.ts';
import { analyticsBundleCalls } from './analytics-bundle.ts';
import { type Call, get, post, put, remove } from './call.ts';
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

const A = '/api/auth/sm/v1';
const T = '/api/tests/sm/v1';

export const calls = {
  csrf: get('/api/csrf', { access: 'public' }),
  login: post(`${A}/login`, { access: 'public', body: loginBodySchema, answer: loginAnswerSchema }),
  logout: post(`${A}/logout`, { status: 204 }),
  authStatus: get(`${A}/status`, { access: 'public', answer: statusAnswerSchema }),
  partners: get(`${T}/partners`, { answer: z.array(partnerSchema) }),
  clients: get(`${T}/clients`, { query: clientsQuerySchema, answer: z.array(clientSchema) }),
  offices: get(`${T}/offices`, { query: officesQuerySchema, answer: z.array(officeSchema) }),
  testPhones: get(`${T}/deliverabilitytestphones`, { answer: z.array(testPhoneSchema) }),
  wholeDirectory: get(`${T}/directory`, { answer: wholeDirectorySchema }),
  createTest: post(`${T}/deliverabilitytest/create`, {
    body: createTestBodySchema,
    status: 201,
    answer: testSchema,
  }),
  listTests: get(`${T}/deliverabilitytest/all`, { query: listTestsQuerySchema, answer: z.array(testSchema) }),
  getTest: get(`${T}/deliverabilitytest/get`, { query: testQuerySchema, answer: testSchema }),
  updateTest: put(`${T}/deliverabilitytest/update`, { body: updateTestBodySchema, answer: testSchema }),
  deleteTest: remove(`${T}/deliverabilitytest/delete`, { query: testQuerySchema, status: 204 }),
  previewSchedule: post(`${T}/deliverabilitytest/preview-schedule`, {
    body: recurrenceRuleInputSchema,
    answer: previewScheduleAnswerSchema,
  }),
  stopTest: post(`${T}/deliverabilitytest/stop`, { query: stopTestQuerySchema, answer: testSchema }),
  testRuns: get(`${T}/deliverabilitytestlogs/runs`, { query: runsQuerySchema, answer: z.array(runSchema) }),
  testLogs: get(`${T}/deliverabilitytestlogs/all`, {
    query: testLogsQuerySchema,
    answer: z.array(testLogSchema),
  }),
  filteredLogs: get(`${T}/deliverabilitytestlogs/get-filtered-reports`, {
    query: filteredLogsQuerySchema,
    answer: z.array(filteredLogSchema),
  }),
  exportLogs: get(`${T}/deliverabilitytestlogs/export-csv`, { query: exportLogsQuerySchema }),
  generatePdf: get(`${T}/deliverabilitytestlogs/generate-pdf`, { query: generatePdfQuerySchema }),
  generateFilteredPdf: get(`${T}/deliverabilitytestlogs/generate-filtered-pdf`, {
    query: generateFilteredPdfQuerySchema,
  }),
  testLogsOfTest: get(`${T}/deliverabilitytestlogs/get-by-test-id`, {
    query: testLogsOfTestQuerySchema,
    answer: z.array(testLogSchema),
  }),
  testLog: get(`${T}/deliverabilitytestlogs/get-individual`, {
    query: testLogQuerySchema,
    answer: testLogSchema,
  }),
  messageWhy: get(`${T}/deliverabilitytestlogs/why`, {
    query: messageWhyQuerySchema,
    answer: messageWhySchema,
  }),
  report: get(`${T}/deliverabilitytestlogs/report`, { query: reportQuerySchema, answer: reportSchema }),
  media: get('/api/media/:id', { access: 'signed', params: mediaParamsSchema, query: mediaQuerySchema }),
  mediaThumbnail: get('/api/media/:id/thumbnail', {
    access: 'signed',
    params: mediaParamsSchema,
    query: mediaQuerySchema,
  }),
  ...handsetCalls,
  ...handsetSourceCalls,
  ...gatewayCalls,
  ...analyticsCalls,
  ...analyticsBundleCalls,
  ...systemCalls,
} satisfies Record<string, Call>;
export type CallName = keyof typeof calls;
