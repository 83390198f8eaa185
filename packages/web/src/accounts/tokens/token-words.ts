/** Tokens in words: when they end, and when they were last used (TOKEN-3). */
import type { ApiToken } from '@textprobe/contract/api-tokens';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { lesserRole, type Role } from '@textprobe/domain/roles';
import { counted } from '../../ui/counted.ts';
import { relativeTimestamp } from '../../ui/relative-time.ts';
import { ALL_PARTNERS, capitalized } from '../rights-words.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long before its end a token is marked. */
const ENDING_MS = 7 * DAY_MS;

/** Zero or less: expired. @param now epoch milliseconds */
function leftMs({ expiresAt }: Pick<ApiToken, 'expiresAt'>, now: number): number {
  return (parseTimestamp(expiresAt) ?? now) - now;
}

export function isExpired(token: Pick<ApiToken, 'expiresAt'>, now: number): boolean {
  return leftMs(token, now) <= 0;
}

/** Whether it is valid, and ends within seven days. @param now epoch milliseconds */
export function isEnding(token: Pick<ApiToken, 'expiresAt'>, now: number): boolean {
  return !isExpired(token, now) && leftMs(token, now) <= ENDING_MS;
}

/** `Ends in 6 days`, or `Expired`; null if neither is near. @param now epoch milliseconds */
export function endWords(token: Pick<ApiToken, 'expiresAt'>, now: number): string | null {
  if (isExpired(token, now)) return 'Expired';
  if (!isEnding(token, now)) return null;
  const left = leftMs(token, now);
  if (left >= 2 * DAY_MS) return `Ends in ${counted(Math.round(left / DAY_MS), 'day')}`;
  return `Ends in ${left < HOUR_MS ? `${Math.ceil(left / 60_000)} min` : `${Math.floor(left / HOUR_MS)} h`}`;
}

/** `Last used 5 min ago from 10.0.0.4`. @param now epoch milliseconds */
export function lastUseWords(
  { lastUsedAt, lastUsedAddress }: Pick<ApiToken, 'lastUsedAt' | 'lastUsedAddress'>,
  now: number,
): string {
  if (lastUsedAt === null) return 'Never used';
  const from = lastUsedAddress === null ? '' : ` from ${lastUsedAddress}`;
  return `Last used ${relativeTimestamp(lastUsedAt, now)}${from}`;
}

/** `Viewer`, or `Viewer (created as Operator)` if its account has lost a role: a token never may do more (TOKEN-2). */
export function roleWords({ role }: Pick<ApiToken, 'role'>, owner: { readonly role: Role }): string {
  const left = lesserRole(owner.role, role);
  return left === role ? capitalized(role) : `${capitalized(left)} (created as ${capitalized(role)})`;
}

/** What a token is said to see that sees as much as its account. */
export function allPartnersOf({ partnerIds }: { readonly partnerIds: readonly number[] | null }): string {
  return partnerIds === null ? ALL_PARTNERS : 'All partners of the account';
}
