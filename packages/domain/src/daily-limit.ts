/** Daily limits of messages (ACCT-11). A day is a calendar day in Los Angeles. */
import { figure } from './figures.ts';
import { addDays, losAngelesDayStart } from './los-angeles-calendar.ts';
import { losAngelesDate } from './los-angeles-time.ts';

/** The highest limit that can be set; more than the program could send in a day. */
export const HIGHEST_LIMIT_PER_DAY = 1_000_000_000;

/** The error of a limit that cannot be set. */
export const LIMIT_PER_DAY_ERROR = 'Enter a whole number up to 1,000,000,000, or nothing for no limit.';

/** When the count of the day begins again, epoch milliseconds. @param now epoch milliseconds */
export function limitResetAt(now: number): number {
  return losAngelesDayStart(addDays(losAngelesDate(now), 1)) as number;
}

/**
 * Says what a test over a limit would send, what is left, and when the limit resets.
 * @param reached.partner name of the partner; null: it is the limit of the user's own account
 * @param now epoch milliseconds
 */
export function limitReachedWords(
  reached: { partner: string | null; messages: number; left: number; limitPerDay: number },
  now: number,
): string {
  const { partner, left } = reached;
  const [messages, shownLeft, limit] = [reached.messages, left, reached.limitPerDay].map(figure);
  const noun = reached.messages === 1 ? 'message' : 'messages';
  const whose = partner === null ? 'your account' : partner;
  const minutes = Math.ceil((limitResetAt(now) - now) / 60_000);
  return (
    `This test would send ${messages} ${noun} for ${whose}; ${shownLeft} ${left === 1 ? 'is' : 'are'} left today ` +
    `(limit ${limit} a day). The limit resets at midnight Los Angeles time, in ${Math.floor(minutes / 60)} h ${minutes % 60} min.`
  );
}
