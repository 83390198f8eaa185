/** The part of the table of calls that is about handset sources (CALL-25). */
import { z } from 'zod';
import { get, post, put, remove } from './call.ts';
import {
  createHandsetSourceAnswerSchema,
  createHandsetSourceBodySchema,
  handsetSourcePhonesBodySchema,
  handsetSourceQuerySchema,
  handsetSourceSchema,
  sourceParamsSchema,
} from './handset-sources.ts';

const SOURCES = '/api/tests/sm/v1/handset-sources';

export const handsetSourceCalls = {
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
};
