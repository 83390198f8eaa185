/** The calls with which administrators decide on requests for an account (ACCT-8). */
import type { ManagedAccount } from '@textprobe/contract/account-management';
import type { ApprovalBody, SignupRequest } from '@textprobe/contract/signup-requests';
import { type CallOptions, request, requestJson } from './http.ts';

const REQUESTS = '/api/signup-requests';

/** The oldest first. */
export function getSignupRequests(options: CallOptions): Promise<SignupRequest[]> {
  return requestJson<SignupRequest[]>(REQUESTS, options);
}

export function approveSignup(id: number, body: ApprovalBody): Promise<ManagedAccount> {
  return requestJson<ManagedAccount>(`${REQUESTS}/${id}/approve`, { method: 'POST', body });
}

export async function declineSignup(id: number): Promise<void> {
  await request(`${REQUESTS}/${id}/decline`, { method: 'POST' });
}
