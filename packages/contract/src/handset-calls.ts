/** The part of the table of calls that is about handsets: what they report, their keys, and how the phones are. */
import { HANDSET_PING, MESSAGE_RECEIVED_MMS, MESSAGE_RECEIVED_SMS } from '@textprobe/domain/handset-paths';
import { z } from 'zod';
import {
  handsetKeyAnswerSchema,
  handsetKeyBodySchema,
  handsetKeyQuerySchema,
  handsetKeySchema,
  handsetKeysQuerySchema,
} from './directory.ts';
import { messageReceivedAnswerSchema } from './messages.ts';
import { phonesHealthSchema } from './phone-health.ts';

const T = '/api/tests/sm/v1';

export const handsetCalls = {
  messageReceivedSms: {
    method: 'POST',
    path: MESSAGE_RECEIVED_SMS,
    access: 'handset',
    status: 200,
    answer: messageReceivedAnswerSchema,
  },
  messageReceivedMms: {
    method: 'POST',
    path: MESSAGE_RECEIVED_MMS,
    access: 'handset',
    status: 200,
    answer: messageReceivedAnswerSchema,
  },
  handsetPing: { method: 'POST', path: HANDSET_PING, access: 'handset', status: 204 },
  phonesHealth: {
    method: 'GET',
    path: `${T}/deliverabilitytestphones/health`,
    access: 'session',
    status: 200,
    answer: phonesHealthSchema,
  },
  handsetKeys: {
    method: 'GET',
    path: `${T}/handset-keys`,
    access: 'session',
    query: handsetKeysQuerySchema,
    status: 200,
    answer: z.array(handsetKeySchema),
  },
  createHandsetKey: {
    method: 'POST',
    path: `${T}/handset-keys`,
    access: 'session',
    body: handsetKeyBodySchema,
    status: 201,
    answer: handsetKeyAnswerSchema,
  },
  deleteHandsetKey: {
    method: 'DELETE',
    path: `${T}/handset-keys`,
    access: 'session',
    query: handsetKeyQuerySchema,
    status: 204,
  },
} as const;
