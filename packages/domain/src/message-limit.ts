/** How many messages a test may send in one run, and how many the console sends without asking (EVIDENCE-6). */
import { figure } from './figures.ts';

export const MESSAGES_PER_TEST_LIMIT = 100_000;

/** The console asks before it sends more than this in one run. */
export const UNASKED_MESSAGES = 5_000;

/** The error of a test over the limit; null if it is within. */
export function tooManyWords(offices: number, phones: number): string | null {
  const messages = offices * phones;
  if (messages <= MESSAGES_PER_TEST_LIMIT) return null;
  const [shown, limit] = [messages, MESSAGES_PER_TEST_LIMIT].map(figure);
  return `${offices} offices and ${phones} phones make ${shown} messages; a test sends at most ${limit}. Choose fewer.`;
}
