/** The part of the table of calls that is about handset sources (CALL-25). */
import { z } from 'zod';
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
  handsetSources: {
    method: 'GET',
    path: SOURCES,
    access: 'session',
    status: 200,
    answer: z.array(handsetSourceSchema),
  },
  createHandsetSource: {
    method: 'POST',
    path: SOURCES,
    access: 'session',
    body: createHandsetSourceBodySchema,
    status: 201,
    answer: createHandsetSourceAnswerSchema,
  },
  setHandsetSourcePhones: {
    method: 'PUT',
    path: `${SOURCES}/phones`,
    access: 'session',
    query: handsetSourceQuerySchema,
    body: handsetSourcePhonesBodySchema,
    status: 200,
    answer: handsetSourceSchema,
  },
  deleteHandsetSource: {
    method: 'DELETE',
    path: SOURCES,
    access: 'session',
    query: handsetSourceQuerySchema,
    status: 204,
  },
  smsGatewayInbox: {
    method: 'POST',
    path: '/api/inboxes/sms-gateway/:source',
    access: 'public',
    params: sourceParamsSchema,
    status: 202,
    answer: z.object({}),
  },
  httpsmsInbox: {
    method: 'POST',
    path: '/api/inboxes/httpsms/:source',
    access: 'public',
    params: sourceParamsSchema,
    status: 202,
    answer: z.object({}),
  },
  twilioInbox: {
    method: 'POST',
    path: '/api/inboxes/twilio/:source',
    access: 'public',
    params: sourceParamsSchema,
    status: 200,
  },
} as const;
