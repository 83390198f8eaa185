/** The first steps of an empty installation (DIR-4): what it already has, the first office, and hiding them in this browser. */
import type { OfficeEntry } from '@textprobe/contract/directory-entries';
import type { FirstOfficeBody, FirstSteps } from '@textprobe/contract/first-steps';
import { HIDDEN_STEPS_KEY } from './first-steps-mode.ts';
import { type CallOptions, requestJson } from './http.ts';

const FIRST_STEPS = '/api/first-steps';

export function getFirstSteps(options: CallOptions): Promise<FirstSteps> {
  return requestJson<FirstSteps>(FIRST_STEPS, options);
}

export function createFirstOffice(body: FirstOfficeBody, idempotencyKey: string): Promise<OfficeEntry> {
  return requestJson<OfficeEntry>(`${FIRST_STEPS}/office`, { method: 'POST', body, idempotencyKey });
}

export function areStepsDone({ office, phone, gateway, hasTest }: FirstSteps): boolean {
  return office !== null && phone !== null && gateway !== null && hasTest;
}

const listeners = new Set<() => void>();

export function areStepsHidden(): boolean {
  return localStorage.getItem(HIDDEN_STEPS_KEY) !== null;
}

export function hideSteps(isHidden: boolean): void {
  if (isHidden) localStorage.setItem(HIDDEN_STEPS_KEY, '1');
  else localStorage.removeItem(HIDDEN_STEPS_KEY);
  for (const listener of listeners) listener();
}

/** Calls the listener once they are hidden or shown. @returns removes the listener */
export function followHiddenSteps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether an administrator's login opens the first steps. */
export async function leadsToSteps(): Promise<boolean> {
  if (areStepsHidden()) return false;
  try {
    return !areStepsDone(await getFirstSteps({ final401: true }));
  } catch (error) {
    console.warn('The first steps could not be loaded', error);
    return false;
  }
}
