/** The calls for two-factor login of one's own account (ACCT-6). */
import type { ConfirmationBody, NewTwoFactor, RecoveryCodes } from '@textprobe/contract/two-factor';
import { request, requestJson } from './http.ts';

const TWO_FACTOR = '/api/account/two-factor';

/** An earlier key that was not confirmed no longer works. */
export function startTwoFactor(): Promise<NewTwoFactor> {
  return requestJson<NewTwoFactor>(TWO_FACTOR, { method: 'POST' });
}

/** The recovery codes are shown this once. */
export function confirmTwoFactor(body: ConfirmationBody, idempotencyKey: string): Promise<RecoveryCodes> {
  return requestJson<RecoveryCodes>(`${TWO_FACTOR}/confirm`, { method: 'POST', body, idempotencyKey });
}

export async function endTwoFactor(): Promise<void> {
  await request(TWO_FACTOR, { method: 'DELETE' });
}
