/** One's own account, with what is left today of the daily limits, as the session status and the profile show it. */
import type { Profile } from '@textprobe/contract/profile';
import { readProfile } from '@textprobe/database/accounts/accounts';
import type { Database } from '@textprobe/database/core/connection';
import { readLimits } from '@textprobe/database/limits/daily-messages';
import { limitResetAt } from '@textprobe/domain/daily-limit';
import { timestampToWire } from '../http/timestamps.ts';
import type { ConsoleSession } from './sessions.ts';

/** @param now epoch milliseconds */
export async function readOwnAccount(
  db: Database,
  { accountId, scope }: Pick<ConsoleSession, 'accountId' | 'scope'>,
  now: number,
): Promise<Profile> {
  const { createdAt, passwordChangedAt, ...account } = await readProfile(db, accountId);
  const { account: limit, partners } = await readLimits(db, scope, { accountId, now });
  return {
    id: accountId,
    ...account,
    createdAt: timestampToWire(createdAt),
    passwordChangedAt: timestampToWire(passwordChangedAt),
    limits: { account: limit, partners: [...partners], resetAt: timestampToWire(limitResetAt(now)) },
  };
}
