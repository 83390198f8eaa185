/** The partners to choose from in filters. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { partnersQuery, useEntryName } from './use-directory.ts';

/** By name. @param chosen an id from the URL, which stays a choice if the directory does not offer it */
export function usePartners(
  chosen: string | undefined,
): { readonly value: string; readonly label: string }[] {
  const { data } = useQuery(partnersQuery());
  const label = usePartnerName(chosen);
  return useMemo(() => {
    const partners = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    if (chosen === undefined || partners.some(({ value }) => value === chosen)) return partners;
    return [...partners, { value: chosen, label }];
  }, [data, chosen, label]);
}

/** Empty while it loads, or if no partner is chosen. */
export function usePartnerName(chosen: string | undefined): string {
  return useEntryName('partner', chosen === undefined ? undefined : Number(chosen));
}
