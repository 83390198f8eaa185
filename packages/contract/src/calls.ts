/**
 * The table of calls: method, path, query, body and answer of everything said over HTTP. The server's routes, the web's
 * client and the API description all read it.
 */
import { HANDSET_PING, MESSAGE_RECEIVED_MMS, MESSAGE_RECEIVED_SMS } from '@textprobe/domain/handset-paths';
import { z } from 'zod';
import { loginAnswerSchema, loginBodySchema, statusAnswerSchema } from './accounts.ts';
import { analyticsCalls } from './analytics.ts';
import { analyticsBundleCalls } from './analytics-bundle.ts';
import { type Call, get, post, put, remove } from './call.ts';
import {
  clientSchema,
  clientsQuerySchema,
  handsetKeyAnswerSchema,
  handsetKeyBodySchema,
  handsetKeyQuerySchema,
  handsetKeySchema,
  handsetKeysQuerySchema,
  officeSchema,
  officesQuerySchema,
  partnerSchema,
  testPhoneSchema,
  wholeDirectorySchema,
} from './directory.ts';
import {
  assignGatewayBodySchema,
  createGatewayBodySchema,
  gatewayParamsSchema,
  gatewayQuerySchema,
  gatewaySchema,
  officeGatewaySchema,
  testGatewayAnswerSchema,
  testGatewayBodySchema,
  updateGatewayBodySchema,
} from './gateways.ts';
import {
  createHandsetSourceAnswerSchema,
  createHandsetSourceBodySchema,
  handsetSourcePhonesBodySchema,
  handsetSourceQuerySchema,
  handsetSourceSchema,
  sourceParamsSchema,
} from './handset-sources.ts';
import { aliveSchema, readinessSchema } from './health.ts';
import { mediaParamsSchema, mediaQuerySchema } from './media.ts';
import { messageWhyQuerySchema, messageWhySchema } from './message-why.ts';
import {
  exportLogsQuerySchema,
  filteredLogSchema,
  filteredLogsQuerySchema,
  filteredPdfQuerySchema,
  messageReceivedAnswerSchema,
  reportQuerySchema,
  reportSchema,
  testLogQuerySchema,
  testLogSchema,
  testLogsQuerySchema,
  testPdfQuerySchema,
} from './messages.ts';
import { phonesHealthSchema } from './phone-health.ts';
import {
  previewScheduleAnswerSchema,
  recurrenceRuleInputSchema,
  runSchema,
  runsQuerySchema,
} from './schedules.ts';
import {
  createTestBodySchema,
  listTestsQuerySchema,
  testQuerySchema,
  testSchema,
  updateTestBodySchema,
} from './tests.ts';

const A = '/api/auth/sm/v1';
const T = '/api/tests/sm/v1';
const SOURCES = '/api/tests/sm/v1/handset-sources';
const GATEWAYS = '/api/tests/sm/v1/gateways';
const OFFICE_GATEWAYS = '/api/tests/sm/v1/offices/gateway';

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
  stopTest: post(`${T}/deliverabilitytest/stop`, { query: testQuerySchema, answer: testSchema }),
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
  generatePdf: get(`${T}/deliverabilitytestlogs/generate-pdf`, { query: testPdfQuerySchema }),
  generateFilteredPdf: get(`${T}/deliverabilitytestlogs/generate-filtered-pdf`, {
    query: filteredPdfQuerySchema,
  }),
  testLogsOfTest: get(`${T}/deliverabilitytestlogs/get-by-test-id`, {
    query: testQuerySchema,
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
  messageReceivedSms: post(MESSAGE_RECEIVED_SMS, { access: 'handset', answer: messageReceivedAnswerSchema }),
  messageReceivedMms: post(MESSAGE_RECEIVED_MMS, { access: 'handset', answer: messageReceivedAnswerSchema }),
  handsetPing: post(HANDSET_PING, { access: 'handset', status: 204 }),
  phonesHealth: get(`${T}/deliverabilitytestphones/health`, { answer: phonesHealthSchema }),
  handsetKeys: get(`${T}/handset-keys`, { query: handsetKeysQuerySchema, answer: z.array(handsetKeySchema) }),
  createHandsetKey: post(`${T}/handset-keys`, {
    body: handsetKeyBodySchema,
    status: 201,
    answer: handsetKeyAnswerSchema,
  }),
  deleteHandsetKey: remove(`${T}/handset-keys`, { query: handsetKeyQuerySchema, status: 204 }),
  handsetSources: get(SOURCES, { answer: z.array(handsetSourceSchema) }),
  createHandsetSource: post(SOURCES, {
    body: createHandsetSourceBodySchema,
    status: 201,
    answer: createHandsetSourceAnswerSchema,
  }),
  setHandsetSourcePhones: put(`${SOURCES}/phones`, {
    query: handsetSourceQuerySchema,
    body: handsetSourcePhonesBodySchema,
    answer: handsetSourceSchema,
  }),
  deleteHandsetSource: remove(SOURCES, { query: handsetSourceQuerySchema, status: 204 }),
  smsGatewayInbox: post('/api/inboxes/sms-gateway/:source', {
    access: 'public',
    params: sourceParamsSchema,
    status: 202,
    answer: z.object({}),
  }),
  httpsmsInbox: post('/api/inboxes/httpsms/:source', {
    access: 'public',
    params: sourceParamsSchema,
    status: 202,
    answer: z.object({}),
  }),
  twilioInbox: post('/api/inboxes/twilio/:source', { access: 'public', params: sourceParamsSchema }),
  gateways: get(GATEWAYS, { answer: z.array(gatewaySchema) }),
  createGateway: post(GATEWAYS, { body: createGatewayBodySchema, status: 201, answer: gatewaySchema }),
  updateGateway: put(GATEWAYS, {
    query: gatewayQuerySchema,
    body: updateGatewayBodySchema,
    answer: gatewaySchema,
  }),
  deleteGateway: remove(GATEWAYS, { query: gatewayQuerySchema, status: 204 }),
  testGateway: post(`${GATEWAYS}/test`, { body: testGatewayBodySchema, answer: testGatewayAnswerSchema }),
  officeGateways: get(OFFICE_GATEWAYS, { answer: z.array(officeGatewaySchema) }),
  assignGateway: put(OFFICE_GATEWAYS, { body: assignGatewayBodySchema, status: 204 }),
  gatewayStatus: post('/api/gateways/:id/status', {
    access: 'public',
    params: gatewayParamsSchema,
    status: 204,
  }),
  ...analyticsCalls,
  ...analyticsBundleCalls,
  live: get('/api/live'),
  /** Prometheus's text format. */
  metrics: get('/api/metrics', { access: 'scraper' }),
  healthLive: get('/api/health/live', { access: 'public', answer: aliveSchema }),
  healthReady: get('/api/health/ready', { access: 'public', answer: readinessSchema }),
  apiDocument: get('/api/openapi.json', { access: 'public' }),
  apiDocs: get('/api/docs', { access: 'public' }),
} satisfies Record<string, Call>;
export type CallName = keyof typeof calls;
