/** Whether a new password is allowed (ACCT-5): the domain's rule, and the list of common passwords. */
import { readFileSync } from 'node:fs';
import { COMMON_PASSWORD, canonicalPassword, passwordFault } from '@textprobe/domain/password-rule';

const LIST = new URL('../../common-passwords.txt', import.meta.url);
const COMMON = new Set(
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/** What is wrong with a new password of this account, in a sentence to show; null if nothing is. */
export function newPasswordFault(password: string, username: string): string | null {
  return passwordFault(password, username) ?? (commonPassword(password) ? COMMON_PASSWORD : null);
}

/** Whether it is among the 100,000 most common, case-insensitive; of those, the list has only those that are long enough. */
export function commonPassword(password: string): boolean {
  return COMMON.has(canonicalPassword(password).toLowerCase());
}
