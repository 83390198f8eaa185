/** The calls for one's own account: name, password, sessions and proof. */
import type { OwnSession, PasswordBody, Profile, ProfileBody, ProofBody } from '@textprobe/contract/profile';
import { type CallOptions, request, requestJson } from './http.ts';

const ACCOUNT = '/api/account';
const SESSIONS = `${ACCOUNT}/sessions`;

export function getProfile(options: CallOptions): Promise<Profile> {
  return requestJson<Profile>(ACCOUNT, options);
}

export function changeProfile(body: ProfileBody): Promise<Profile> {
  return requestJson<Profile>(ACCOUNT, { method: 'PUT', body });
}

/** Ends all other sessions of the account. */
export async function changePassword(body: PasswordBody, idempotencyKey: string): Promise<void> {
  await request(`${ACCOUNT}/password`, { method: 'PUT', body, idempotencyKey });
}

/** After it, the session may make dangerous changes for 15 minutes (ACCT-9). */
export async function giveProof(body: ProofBody): Promise<void> {
  await request('/api/proof', { method: 'POST', body });
}

/** The last active first. */
export function getOwnSessions(options: CallOptions): Promise<OwnSession[]> {
  return requestJson<OwnSession[]>(SESSIONS, options);
}

export async function endSession(id: number): Promise<void> {
  await request(SESSIONS, { method: 'DELETE', query: { id } });
}

export async function endOtherSessions(): Promise<void> {
  await request(`${SESSIONS}/others`, { method: 'DELETE' });
}
