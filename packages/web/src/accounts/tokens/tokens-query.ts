/** The tokens of an account, and one's own that end soon. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiToken } from '@textprobe/contract/api-tokens';
import { getApiTokens } from '../../api/api-tokens.ts';
import { useNow } from '../../ui/relative-time.ts';
import { isEnding } from './token-words.ts';

/** The key of all queries of tokens. */
export const TOKENS = ['api-tokens'];
export const PAGE_SIZE = 50;
/** The most that one call returns. */
const MOST = 500;
const ENDING_POLL_MS = 30 * 60_000;

/** @param page from 1 */
export function tokensQuery(accountId: number, page: number) {
  return queryOptions({
    queryKey: [...TOKENS, accountId, page],
    queryFn: ({ signal }) => getApiTokens({ accountId, page, pageSize: PAGE_SIZE }, { signal }),
    meta: { purpose: 'load the tokens' },
    // Each use counts.
    staleTime: 0,
  });
}

/** Never counts as activity and never asks for a login, because the frame uses it on every screen. */
const ownQuery = queryOptions({
  queryKey: [...TOKENS, 'own'],
  queryFn: ({ signal }) => getApiTokens({ pageSize: MOST }, { signal, background: true, final401: true }),
  staleTime: ENDING_POLL_MS,
  refetchInterval: ENDING_POLL_MS,
  retry: false,
});

/** One's own tokens that end within seven days of now, in epoch milliseconds (TOKEN-3). */
export function useEndingTokens(): { readonly ending: readonly ApiToken[]; readonly now: number } {
  const { data, dataUpdatedAt } = useQuery(ownQuery);
  const now = useNowSince(dataUpdatedAt);
  return { ending: (data?.tokens ?? []).filter((token) => isEnding(token, now)), now };
}

/** Not before the data: a token that was just created for seven days would not yet end soon. @param updatedAt epoch milliseconds */
export function useNowSince(updatedAt: number): number {
  return Math.max(useNow(30_000), updatedAt);
}
