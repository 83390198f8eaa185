/** The calls with which administrators manage accounts (ACCT-4). */
import type {
  AccountChangeBody,
  AccountsQuery,
  InvitationBody,
  InvitedAccount,
  ManagedAccount,
  NewAccountLink,
  ServiceAccountBody,
} from '@textprobe/contract/account-management';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { request, requestJson } from './http.ts';

const ACCOUNTS = '/api/accounts';

export interface AccountsPage {
  readonly accounts: readonly ManagedAccount[];
  /** Over all pages. */
  readonly total: number;
}

/** By username. */
export async function getAccounts(query: AccountsQuery, signal?: AbortSignal): Promise<AccountsPage> {
  const response = await request(ACCOUNTS, { query, signal });
  const accounts = (await response.json()) as ManagedAccount[];
  return { accounts, total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? accounts.length) };
}

export function inviteAccount(body: InvitationBody, idempotencyKey: string): Promise<InvitedAccount> {
  return requestJson<InvitedAccount>(ACCOUNTS, { method: 'POST', body, idempotencyKey });
}

export function createServiceAccount(
  body: ServiceAccountBody,
  idempotencyKey: string,
): Promise<ManagedAccount> {
  return requestJson<ManagedAccount>('/api/service-accounts', { method: 'POST', body, idempotencyKey });
}

export async function deleteInvitation(id: number): Promise<void> {
  await request(`${ACCOUNTS}/${id}`, { method: 'DELETE' });
}

export function changeAccount(id: number, body: AccountChangeBody): Promise<ManagedAccount> {
  return requestJson<ManagedAccount>(`${ACCOUNTS}/${id}`, { method: 'PUT', body });
}

export async function disableAccount(id: number): Promise<void> {
  await request(`${ACCOUNTS}/${id}/disable`, { method: 'POST' });
}

export async function enableAccount(id: number): Promise<void> {
  await request(`${ACCOUNTS}/${id}/enable`, { method: 'POST' });
}

/** For a new password, or a new invitation; an earlier link no longer works. */
export function createAccountLink(id: number): Promise<NewAccountLink> {
  return requestJson<NewAccountLink>(`${ACCOUNTS}/${id}/reset-link`, { method: 'POST' });
}

export async function endAccountSessions(id: number): Promise<void> {
  await request(`${ACCOUNTS}/${id}/end-sessions`, { method: 'POST' });
}

/** For owners who lost their app: the password alone is enough again. Ends the account's sessions. */
export async function resetTwoFactor(id: number): Promise<void> {
  await request(`${ACCOUNTS}/${id}/reset-two-factor`, { method: 'POST' });
}
