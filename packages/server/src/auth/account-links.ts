/** Creates and uses one-time links with which the owner of an account chooses a password (ACCT-4). */
import { hash, randomBytes } from 'node:crypto';
import { LINK_PAGE } from '@textprobe/contract/account-links';
import { replaceLink } from '@textprobe/database/accounts/account-links';
import type { Database } from '@textprobe/database/core/connection';

const HOUR_MS = 3_600_000;
const INVITATION_MS = 72 * HOUR_MS;
const RESET_MS = 24 * HOUR_MS;
/** As many bits as a session's secret. */
const TOKEN_BYTES = 32;

export interface NewLink {
  readonly url: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * Replaces the account's link, and reveals the new one this once.
 * @param options.origin where the console is, without a trailing slash
 * @param options.now epoch milliseconds
 */
export async function createLink(
  db: Database,
  account: { readonly id: number; readonly state: 'active' | 'invited' | 'disabled' },
  { origin, now }: { readonly origin: string; readonly now: number },
): Promise<NewLink> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = now + (account.state === 'invited' ? INVITATION_MS : RESET_MS);
  await replaceLink(db, { accountId: account.id, tokenHash: hashToken(token), expiresAt });
  // In the fragment: browsers send it to no server, so that it is in no log and no Referer.
  return { url: `${origin}${LINK_PAGE}#${token}`, expiresAt };
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
