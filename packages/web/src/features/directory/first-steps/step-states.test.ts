import { expect, test } from 'vitest';
import { stepStates } from './step-states.ts';

const NOTHING = { office: null, phone: null, gateway: null, hasTest: false };
const named = { id: 1, name: 'One' };
const phone = { ...named, evidence: 'handset' } as const;

test.each([
  [NOTHING, 'administrator', 'now later later later'],
  [{ ...NOTHING, office: named }, 'administrator', 'done now later later'],
  [{ ...NOTHING, phone, gateway: named }, 'administrator', 'now done done later'],
  [{ office: named, phone, gateway: named, hasTest: false }, 'administrator', 'done done done now'],
  [{ office: named, phone, gateway: named, hasTest: true }, 'administrator', 'done done done done'],
  [NOTHING, 'operator', 'waits later waits later'],
  [{ ...NOTHING, office: named }, 'operator', 'done now waits later'],
  [{ ...NOTHING, office: named, phone }, 'operator', 'done done waits later'],
] as const)('DIR-4: with %j the steps of an %s are %s', (found, role, states) => {
  expect(Object.values(stepStates(found, role)).join(' ')).toBe(states);
});
