/** The health of the test phones, by phone; looked at again every half minute while a screen shows it. */
import { useQuery } from '@tanstack/react-query';
import type { PhoneHealth } from '@textprobe/contract/phone-health';
import { useMemo } from 'react';
import { getPhonesHealth } from '../api/phones-health.ts';

const AGAIN_MS = 30_000;
const NOTHING: ReadonlyMap<number, PhoneHealth> = new Map();

/** Phones that were never heard of are left out; empty while nothing is known. */
export function usePhonesHealth(): ReadonlyMap<number, PhoneHealth> {
  const { data } = useQuery({
    queryKey: ['phones-health'],
    queryFn: ({ signal }) => getPhonesHealth(signal),
    staleTime: AGAIN_MS / 2,
    refetchInterval: AGAIN_MS,
    // The form works as well without; a notice that comes late is better than an error in its way.
    retry: false,
  });
  return useMemo(
    () => (data === undefined ? NOTHING : new Map(data.testPhones.map((health) => [health.phoneID, health]))),
    [data],
  );
}
