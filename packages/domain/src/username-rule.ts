/** Which usernames an account may have (ACCT-4). */

export const USERNAME_LIMIT = 64;

/** @returns what to change, as a sentence; null if the name, without spaces at its ends, may be used */
export function usernameFault(username: string): string | null {
  if (username.trim() === '') return 'Enter a username.';
  if ([...username.trim()].length > USERNAME_LIMIT) return `Use at most ${USERNAME_LIMIT} characters.`;
  return /\p{C}/u.test(username.trim()) ? 'Remove control and invisible characters.' : null;
}
