/** Which of the first steps is next, derived from what exists already (DIR-4). */
import type { FirstSteps } from '@textprobe/contract/first-steps';
import { ADMINISTRATORS, OPERATORS, type Role } from '@textprobe/domain/roles';
import type { StepState } from '../../../ui/steps.tsx';

export const STEPS = ['office', 'phone', 'gateway', 'test'] as const;
export type StepName = (typeof STEPS)[number];

const ROLES: Readonly<Record<StepName, readonly Role[]>> = {
  office: ADMINISTRATORS,
  phone: OPERATORS,
  gateway: ADMINISTRATORS,
  test: OPERATORS,
};

/** The first that is not done is next; what the role may not do waits for an administrator. */
export function stepStates(found: FirstSteps, role: Role): Readonly<Record<StepName, StepState>> {
  const next = STEPS.find((step) => !isDone(found, step));
  const stateOf = (step: StepName): StepState => {
    if (isDone(found, step)) return 'done';
    if (!ROLES[step].includes(role)) return 'waits';
    return step === next ? 'now' : 'later';
  };
  return {
    office: stateOf('office'),
    phone: stateOf('phone'),
    gateway: stateOf('gateway'),
    test: stateOf('test'),
  };
}

function isDone(found: FirstSteps, step: StepName): boolean {
  return step === 'test' ? found.hasTest : found[step] !== null;
}
