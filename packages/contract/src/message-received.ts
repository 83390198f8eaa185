/**
 * The report of a received message by a handset (CALL-16, CALL-17). The inbox has its own parser, since other handset apps
 * use other formats; a test checks that this schema agrees with it.
 */
import { MESSAGE_RECEIVED_MMS, MESSAGE_RECEIVED_SMS } from '@textprobe/domain/handset-paths';
import { OPERATORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { post } from './call.ts';
import { messageStatusSchema } from './messages.ts';

/** UTF-16 code units; twice the longest message that can be sent. */
const LONGEST_TEXT = 20_000;

/** Text as received, which may contain a NUL or a lone surrogate if a carrier damaged it. */
function arrivedText(limit: number) {
  return z.string().max(limit, { error: `Must have at most ${limit.toLocaleString('en-US')} characters.` });
}

export const messageReceivedBodySchema = z.looseObject({
  messageCode: arrivedText(LONGEST_TEXT).regex(/\S/).describe('The bare code, or the whole received text.'),
  messageBody: arrivedText(LONGEST_TEXT).nullish().describe('The text as received.'),
  sender: arrivedText(200).nullish().describe('The number of the sender.'),
  receivedAt: arrivedText(64)
    .nullish()
    .describe(
      'The time of reception by the handset’s clock: ISO 8601, or `yyyy-MM-dd HH:mm:ss.SSS` in Los Angeles time.',
    ),
});

const messageReceivedAnswerSchema = z.object({
  testLogID: z.number().int(),
  testActivityStatus: messageStatusSchema,
});

export const messageReceivedCalls = {
  messageReceivedSms: post(MESSAGE_RECEIVED_SMS, {
    roles: OPERATORS,
    access: 'handset',
    answer: messageReceivedAnswerSchema,
  }),
  messageReceivedMms: post(MESSAGE_RECEIVED_MMS, {
    roles: OPERATORS,
    access: 'handset',
    answer: messageReceivedAnswerSchema,
  }),
};
