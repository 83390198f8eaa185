/** The rule for new passwords (ACCT-5): their length, and not the username. The server also refuses the most common ones. */

/** In Unicode characters. No rule of composition: NIST SP 800-63B, 3.1.1.2. */
const SHORTEST = 12;
const LONGEST = 256;

/** The rule in one sentence, shown beside the field. */
export const PASSWORD_RULE = `At least ${SHORTEST} characters. Neither your username nor a common password.`;

/** What is wrong with a new password, as a stable code and in a sentence to show. */
export interface PasswordFault {
  readonly code: 'password.short' | 'password.long' | 'password.username' | 'password.common';
  readonly message: string;
}

/** One of the 100,000 most common passwords. */
export const COMMON_PASSWORD: PasswordFault = {
  code: 'password.common',
  message: 'This password is among the 100,000 most common ones. Choose another.',
};

/** What is wrong with a new password of this account; null if nothing is. */
export function passwordFault(password: string, username: string): PasswordFault | null {
  const { length } = [...canonicalPassword(password)];
  if (length < SHORTEST) return { code: 'password.short', message: `Use at least ${SHORTEST} characters.` };
  if (length > LONGEST) return { code: 'password.long', message: `Use at most ${LONGEST} characters.` };
  if (folded(password) === folded(username))
    return { code: 'password.username', message: 'Choose a password that is not the username.' };
  return null;
}

/** Another keyboard may compose the same characters differently (NIST SP 800-63B, 3.1.1.2). */
export function canonicalPassword(password: string): string {
  return password.normalize('NFKC');
}

function folded(text: string): string {
  return canonicalPassword(text).toLowerCase();
}
