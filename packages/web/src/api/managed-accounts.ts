/** The calls with which administrators manage accounts (ACCT-4). */
import type {
  AccountChangeBody,
  InvitationBody,
  LinkedAccount,
  ManagedAccount,
} from '@textprobe/contract/account-management';
import { request, requestJson } from './http.ts';

const ACCOUNTS = '/api/accounts';

/** By username. */
export function getAccounts(signal?: AbortSignal): Promise<ManagedAccount[]> {
  return requestJson<ManagedAccount[]>(ACCOUNTS, { signal });
}

export function inviteAccount(body: InvitationBody, idempotencyKey: string): Promise<LinkedAccount> {
  return requestJson<LinkedAccount>(`${ACCOUNTS}/invitations`, { method: 'POST', body, idempotencyKey });
}

export async function deleteInvitation(id: number): Promise<void> {
  await request(`${ACCOUNTS}/invitations`, { method: 'DELETE', query: { id } });
}

export function changeAccount(id: number, body: AccountChangeBody): Promise<ManagedAccount> {
  return requestJson<ManagedAccount>(ACCOUNTS, { method: 'PUT', query: { id }, body });
}

/** For a new password, or a new invitation; an earlier link no longer works. */
export function createAccountLink(id: number): Promise<LinkedAccount> {
  return requestJson<LinkedAccount>(`${ACCOUNTS}/reset-link`, { method: 'POST', body: { id } });
}

export async function endAccountSessions(id: number): Promise<void> {
  await request(`${ACCOUNTS}/end-sessions`, { method: 'POST', body: { id } });
}
