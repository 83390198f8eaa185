/** A test phone's last fourteen days and last messages (DIR-5). */
import { ALL_ROLES } from '@textprobe/domain/roles';
import { z } from 'zod';
import { get } from './call.ts';
import { entryParamsSchema } from './directory-entries.ts';
import { testLogSchema } from './messages.ts';

/** How many days the history has, today included. */
export const HISTORY_DAYS = 14;
/** How many of the last messages it has. */
export const HISTORY_MESSAGES = 10;

const count = z.number().int();
const phoneHistorySchema = z.object({
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        messages: count,
        received: count,
        known: count.describe('With a known outcome.'),
        offline: count.describe('Not confirmed while the phone was offline.'),
      }),
    )
    .describe('By day of creation in Los Angeles, the oldest first; each of the last 14.'),
  testLogs: z.array(testLogSchema).describe('The last 10 messages to it, the newest first.'),
});
export type PhoneHistory = z.infer<typeof phoneHistorySchema>;

export const phoneHistoryCalls = {
  phoneHistory: get('/api/directory/phones/:id/history', {
    roles: ALL_ROLES,
    params: entryParamsSchema,
    answer: phoneHistorySchema,
  }),
};
