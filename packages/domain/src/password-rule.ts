/** Which passwords may be chosen (ACCT-5). */

const PASSWORD_MIN = 12;
const PASSWORD_MAX = 256;

/** @returns what to change, as a sentence; null if the password may be used */
export function passwordFault(password: string, username: string): string | null {
  const { length } = [...password];
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
  if (length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  if (password.toLowerCase() === username.toLowerCase())
    return 'Choose a password that is not your username.';
  return null;
}
