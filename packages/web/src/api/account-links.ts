/** The calls of a page that was opened by a link (ACCT-4). Small, because no console script is loaded there. */
import type { AccountLink } from '@textprobe/contract/account-links';
import { requestJson } from './http.ts';

/** Says whose link it is, without using it. */
export function checkLink(token: string, signal: AbortSignal): Promise<AccountLink> {
  return requestJson<AccountLink>('/api/auth/links/check', { method: 'POST', body: { token }, signal });
}

export function acceptLink(token: string, password: string): Promise<{ readonly username: string }> {
  return requestJson('/api/auth/links/accept', { method: 'POST', body: { token, password } });
}
