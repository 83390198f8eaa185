/** The actions of the audit trail, in words. */

import type { Call } from './call.ts';
import { calls } from './calls.ts';

/** Those that are no call. */
const OTHERS = [
  'account.login-failed',
  'account.proof-failed',
  'rollups.rebuilt',
  'secrets.rekeyed',
  'set-aside.retried',
  'settings.changed',
];

const ofCalls = Object.values<Call>(calls).flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : []));

/** Every action, in alphabetical order. */
export const AUDIT_ACTIONS: readonly string[] = [...new Set([...ofCalls, ...OTHERS])].toSorted();

/** `phone.key-created` → `Phone key created`. */
export function auditWords(action: string): string {
  const words = action.replaceAll(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
