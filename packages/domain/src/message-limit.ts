/** How many messages a test may send in one run, and from how many on the console asks first (EVIDENCE-6). */

export const MESSAGES_PER_TEST_LIMIT = 100_000;

/** More than this in one run are confirmed before they are sent. */
export const UNASKED_MESSAGES = 5_000;

/** The error of a test over the limit; null if it is within. */
export function tooManyWords(offices: number, phones: number): string | null {
  const messages = offices * phones;
  if (messages <= MESSAGES_PER_TEST_LIMIT) return null;
  const [shown, limit] = [messages, MESSAGES_PER_TEST_LIMIT].map((count) => count.toLocaleString('en-US'));
  return `${offices} offices and ${phones} phones make ${shown} messages; a test sends at most ${limit}. Choose fewer.`;
}
