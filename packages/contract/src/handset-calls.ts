/** The part of the table of calls that is about handsets: what they report, their keys, and how the phones are. */
import { HANDSET_PING, MESSAGE_RECEIVED_MMS, MESSAGE_RECEIVED_SMS } from '@textprobe/domain/handset-paths';
import { z } from 'zod';
import { get, post, remove } from './call.ts';
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
};
