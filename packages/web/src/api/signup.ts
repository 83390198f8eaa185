/** The call of the sign-up form (ACCT-8). Small, because no console script is loaded there. */
import type { SignupRequestBody } from '@textprobe/contract/signup-requests';
import { request } from './http.ts';

/** Resolves also if nothing is stored: the answer reveals no usernames. */
export async function requestAccount(body: SignupRequestBody): Promise<void> {
  await request('/api/signup-requests', { method: 'POST', body });
}
