/** The calls for one's own account: name, password and sessions. */
import type { OwnSession, PasswordBody, Profile, ProfileBody } from '@textprobe/contract/profile';
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

/** The last active first. */
export function getOwnSessions(options: CallOptions): Promise<OwnSession[]> {
  return requestJson<OwnSession[]>(SESSIONS, options);
}

export async function endSession(id: number): Promise<void> {
  await request(`${SESSIONS}/${id}`, { method: 'DELETE' });
}

export async function endOtherSessions(): Promise<void> {
  await request(SESSIONS, { method: 'DELETE' });
}
