/** The rule for new passwords (ACCT-5): their length, and not the username. The server also refuses the most common ones. */

/** In Unicode characters. No rule of composition: NIST SP 800-63B, 3.1.1.2. */
const SHORTEST = 12;
const LONGEST = 256;

/** The rule in one sentence, shown beside the field. */
export const PASSWORD_RULE = `At least ${SHORTEST} characters. Neither your username nor a common password.`;

/** Shown for one of the 100,000 most common passwords. */
export const COMMON_PASSWORD = 'This password is among the 100,000 most common ones. Choose another.';

/** What is wrong with a new password of this account, in a sentence to show; null if nothing is. */
export function passwordFault(password: string, username: string): string | null {
  const { length } = [...canonicalPassword(password)];
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `Use at most ${LONGEST} characters.`;
  if (folded(password) === folded(username)) return 'Choose a password that is not the username.';
  return null;
}

/** Another keyboard may compose the same characters differently (NIST SP 800-63B, 3.1.1.2). */
export function canonicalPassword(password: string): string {
  return password.normalize('NFKC');
}

function folded(text: string): string {
  return canonicalPassword(text).toLowerCase();
}
