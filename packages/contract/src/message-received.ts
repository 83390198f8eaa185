/**
 * The report of a received message by a handset (CALL-16, CALL-17). The inbox has its own parser, since other handset apps
 * use other formats; a test checks that this schema agrees with it.
 */
import { MESSAGE_RECEIVED_MMS, MESSAGE_RECEIVED_SMS } from '@textprobe/domain/handset-paths';
import { OPERATORS } from '@textprobe/domain/roles';
import { z } from 'zod';
import { post } from './call.ts';
import { messageStatusSchema } from './messages.ts';

/** Reads an unreadable value as absent, like the inbox: the code or the text proves the reception. */
function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().catch(undefined);
}

const isBlank = (text: string | null | undefined) => (text ?? '').trim() === '';

export const messageReceivedBodySchema = z
  .looseObject({
    messageCode: lenient(z.string()).describe(
      'The bare code, or the whole received text. Required unless `messageBody` contains the code.',
    ),
    messageBody: lenient(z.string()).describe(
      'The text as received. Longer than 20,000 characters, it is cut.',
    ),
    sender: lenient(z.union([z.string(), z.number()])).describe('The number of the sender.'),
    receivedAt: lenient(z.union([z.string(), z.number()])).describe(
      'The time of reception by the handset’s clock: ISO 8601, `yyyy-MM-dd HH:mm:ss.SSS` in Los Angeles time, or seconds or milliseconds since 1970.',
    ),
  })
  .refine(({ messageCode, messageBody }) => !isBlank(messageCode) || !isBlank(messageBody));

export const ignoredFieldSchema = z.object({
  field: z.string().describe('As the report spells it; `body`: the whole body.'),
  reason: z.string().describe('What is wrong with it, such as `"yesterday" could not be read`.'),
});

const messageReceivedAnswerSchema = z.object({
  testLogID: z.number().int(),
  testActivityStatus: messageStatusSchema,
  ignored: z
    .array(ignoredFieldSchema)
    .optional()
    .describe('The fields that were not stored as sent; absent if there are none.'),
});

export const messageReceivedCalls = {
  messageReceivedSms: post(MESSAGE_RECEIVED_SMS, {
    audit: { none: 'A report: the timeline of its message says who sent it.' },
    roles: OPERATORS,
    access: 'handset',
    answer: messageReceivedAnswerSchema,
  }),
  messageReceivedMms: post(MESSAGE_RECEIVED_MMS, {
    audit: { none: 'A report: the timeline of its message says who sent it.' },
    roles: OPERATORS,
    access: 'handset',
    answer: messageReceivedAnswerSchema,
  }),
};
