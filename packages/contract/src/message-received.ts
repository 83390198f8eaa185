/**
 * What a handset posts of a message that arrived (CALL-16, CALL-17). The inbox reads it by itself, since other handset apps
 * speak other dialects; a test holds that this says the same.
 */
import { z } from 'zod';
import { wellFormedText } from './text.ts';

/** UTF-16 code units; twice the longest message that can be sent. */
const LONGEST_TEXT = 20_000;

export const messageReceivedBodySchema = z.looseObject({
  messageCode: wellFormedText(LONGEST_TEXT)
    .regex(/\S/)
    .describe('The bare code, or the whole text that arrived.'),
  messageBody: wellFormedText(LONGEST_TEXT).nullish().describe('The text as it arrived.'),
  sender: wellFormedText(200).nullish().describe('The number it came from.'),
  receivedAt: wellFormedText(64)
    .nullish()
    .describe(
      'When it arrived by the clock of the handset: ISO 8601, or `yyyy-MM-dd HH:mm:ss.SSS` in Los Angeles.',
    ),
});
