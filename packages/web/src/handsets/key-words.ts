/** Handset keys and sources in words: names, and when they were used or end (PAIR-4). */
import type { HandsetKey } from '@textprobe/contract/handset-keys';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import { formatDateTime } from '@textprobe/domain/display';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';

export const SOURCE_KINDS: Readonly<Record<HandsetSource['kind'], string>> = {
  'sms-gateway': 'SMS Gateway for Android',
  httpsms: 'httpSMS',
  twilio: 'Twilio number',
};

const UNUSED_MS = 30 * 24 * 3_600_000;

/** Its label, or `Key 3`. */
export function keyName({ id, label }: Pick<HandsetKey, 'id' | 'label'>): string {
  return label || `Key ${id}`;
}

/** Whether it still works. @param now epoch milliseconds */
export function isValid({ revokedAt }: Pick<HandsetKey, 'revokedAt'>, now: number): boolean {
  return revokedAt === null || (parseTimestamp(revokedAt) ?? 0) > now;
}

/** What to know about a valid key or a source; null if nothing. @param now epoch milliseconds */
export function markOf(
  {
    createdAt,
    lastUsedAt,
    revokedAt = null,
  }: Pick<HandsetKey, 'createdAt' | 'lastUsedAt'> & Partial<Pick<HandsetKey, 'revokedAt'>>,
  now: number,
): string | null {
  const endsAt = revokedAt === null ? null : parseTimestamp(revokedAt);
  if (endsAt !== null) {
    const minutes = Math.ceil((endsAt - now) / 60_000);
    return `Ends in ${minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`}`;
  }
  const usedAt = parseTimestamp(lastUsedAt ?? createdAt) ?? now;
  return now - usedAt >= UNUSED_MS ? 'Not used for 30 days' : null;
}

/** The facts about a key, the most important first. @param now epoch milliseconds */
export function keyWords(key: HandsetKey, now: number): string[] {
  const { createdAt, lastUsedAt, revokedAt } = key;
  const used = lastUsedAt === null ? 'never used' : `last used ${formatDateTime(lastUsedAt)}`;
  const created = `created ${formatDateTime(createdAt)}`;
  if (revokedAt === null) return [used, created];
  const ended = isValid(key, now) ? 'works until' : 'revoked';
  return [`${ended} ${formatDateTime(revokedAt)}`, used, created];
}
