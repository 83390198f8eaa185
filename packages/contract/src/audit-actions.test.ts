/** The list of actions that the console offers. */
import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_OBJECTS, auditWords } from './audit-actions.ts';
import type { Call } from './call.ts';
import { calls } from './calls.ts';

/** Those of no call. */
const OTHERS = [
  'account.login-failed',
  'account.proof-failed',
  'account.sign-on-linked',
  'rollups.rebuilt',
  'secrets.rekeyed',
  'set-aside.retried',
  'settings.changed',
];

test('AUDIT-3 the actions to filter by are those of the calls and of the program itself', () => {
  const ofCalls = Object.values<Call>(calls).flatMap(({ audit }) =>
    typeof audit === 'string' ? [audit] : [],
  );
  expect([...AUDIT_ACTIONS].toSorted()).toEqual([...new Set([...ofCalls, ...OTHERS])].toSorted());
  expect(AUDIT_OBJECTS).toEqual(AUDIT_OBJECTS.toSorted());
});

test('an action in words begins with its object', () => {
  expect(auditWords('phone.key-created')).toBe('Phone key created');
});
