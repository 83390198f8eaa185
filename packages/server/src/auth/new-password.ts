/** Whether a new password is allowed (ACCT-5): the domain's rule, and the list of common passwords. */
import { readFileSync } from 'node:fs';
import {
  COMMON_PASSWORD,
  canonicalPassword,
  type PasswordFault,
  passwordFault,
} from '@textprobe/domain/password-rule';
import { fieldProblem } from '../http/problem.ts';

const LIST = new URL('../../common-passwords.txt', import.meta.url);
const COMMON = new Set(
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/**
 * @param field the field of the body that has the password
 * @throws ProblemError password.short, password.long, password.username or password.common, at the field
 */
export function requireNewPassword(field: string, password: string, username: string): void {
  const fault = newPasswordFault(password, username);
  if (fault !== null) throw fieldProblem(fault.code, [{ field, ...fault }]);
}

/** What is wrong with a new password of this account; null if nothing is. */
export function newPasswordFault(password: string, username: string): PasswordFault | null {
  return passwordFault(password, username) ?? (commonPassword(password) ? COMMON_PASSWORD : null);
}

/** Whether it is among the 100,000 most common, case-insensitive; of those, the list has only those that are long enough. */
export function commonPassword(password: string): boolean {
  return COMMON.has(canonicalPassword(password).toLowerCase());
}
