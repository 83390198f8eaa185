/** The health of the test phones by id, polled every 30 s while a screen shows it. */
import { useQuery } from '@tanstack/react-query';
import type { PhoneHealth } from '@textprobe/contract/phone-health';
import { useMemo } from 'react';
import { getPhonesHealth } from '../api/directory.ts';

const POLL_MS = 30_000;

/** Without phones that never reported; undefined until loaded. With 2,000 phones it is 380 kB of JSON: `enabled` once it is needed. */
export function usePhonesHealth(enabled = true): ReadonlyMap<number, PhoneHealth> | undefined {
  const { data } = useQuery({
    queryKey: ['phones-health'],
    enabled,
    queryFn: ({ signal }) => getPhonesHealth(signal),
    staleTime: POLL_MS / 2,
    refetchInterval: POLL_MS,
    // The form works without it, so a late notice is better than an error.
    retry: false,
  });
  return useMemo(() => data && new Map(data.phones.map((health) => [health.phoneId, health])), [data]);
}
