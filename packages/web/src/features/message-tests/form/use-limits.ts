/** The daily limits that apply to the account's tests, with what is left today (ACCT-11). */
import { useQuery } from '@tanstack/react-query';
import type { Limits } from '@textprobe/contract/profile';
import { getProfile } from '../../../api/profile.ts';

/** Invalidated by each send. */
export const LIMITS_KEY = ['limits'] as const;

/** Null while loading, and if there are none. */
export function useLimits(): Limits | null {
  const { data } = useQuery({
    queryKey: LIMITS_KEY,
    queryFn: async ({ signal }) => (await getProfile({ signal })).limits,
    // Other accounts send for the same partners.
    staleTime: 0,
  });
  return data === undefined || (data.account === null && data.partners.length === 0) ? null : data;
}
