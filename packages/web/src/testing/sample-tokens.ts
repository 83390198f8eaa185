/** Tokens for component tests. */
import type { ApiToken } from '@textprobe/contract/api-tokens';

const DAY_MS = 24 * 3_600_000;

/** Of account 4: a viewer's, never used. @param days until it ends; negative: ago */
export function sampleToken(id: number, days: number, change: Partial<ApiToken> = {}): ApiToken {
  return {
    id,
    accountId: 4,
    prefix: 'tpa_0kQ7',
    name: `token ${id}`,
    role: 'viewer',
    partnerIds: null,
    proof: false,
    createdAt: '2026-11-21T10:00:00.000-08:00',
    expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
    lastUsedAt: null,
    lastUsedAddress: null,
    ...change,
  };
}
