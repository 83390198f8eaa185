/**
 * What a handset posts of a message that arrived (CALL-16, CALL-17). The inbox reads it by itself, since other handset apps
 * speak other dialects; a test holds that this says the same.
 */
import { MESSAGE_RECEIVED_MMS, MESSAGE_RECEIVED_SMS } from '@textprobe/domain/handset-paths';
import { z } from 'zod';
import { post } from './call.ts';
import { messageStatusSchema } from './messages.ts';

/** UTF-16 code units; twice the longest message that can be sent. */
const LONGEST_TEXT = 20_000;

/** As it arrived: with a NUL or half a surrogate pair too, where a carrier broke a character. */
function arrivedText(limit: number) {
  return z.string().max(limit, { error: `Write at most ${limit.toLocaleString('en-US')} characters.` });
}

export const messageReceivedBodySchema = z.looseObject({
  messageCode: arrivedText(LONGEST_TEXT)
    .regex(/\S/)
    .describe('The bare code, or the whole text that arrived.'),
  messageBody: arrivedText(LONGEST_TEXT).nullish().describe('The text as it arrived.'),
  sender: arrivedText(200).nullish().describe('The number it came from.'),
  receivedAt: arrivedText(64)
    .nullish()
    .describe(
      'When it arrived by the clock of the handset: ISO 8601, or `yyyy-MM-dd HH:mm:ss.SSS` in Los Angeles.',
    ),
});

const messageReceivedAnswerSchema = z.object({
  testLogID: z.number().int(),
  testActivityStatus: messageStatusSchema,
});

export const messageReceivedCalls = {
  messageReceivedSms: post(MESSAGE_RECEIVED_SMS, { access: 'handset', answer: messageReceivedAnswerSchema }),
  messageReceivedMms: post(MESSAGE_RECEIVED_MMS, { access: 'handset', answer: messageReceivedAnswerSchema }),
};
