/** The partners to choose from in filters. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useChosenNames } from './chosen-names.ts';
import { nameOrId } from './labels.ts';
import { byId, partnersQuery } from './use-directory.ts';

/** By name. @param chosen an id from the URL, which stays a choice if the directory does not have it */
export function usePartners(
  chosen: string | undefined,
): { readonly value: string; readonly label: string }[] {
  const { data, label } = useChosenPartner(chosen);
  return useMemo(() => {
    const partners = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    if (chosen === undefined || partners.some(({ value }) => value === chosen)) return partners;
    return [...partners, { value: chosen, label }];
  }, [data, chosen, label]);
}

/** Empty while it loads, or if no partner is chosen. */
export function usePartnerName(chosen: string | undefined): string {
  return useChosenPartner(chosen, chosen !== undefined).label;
}

function useChosenPartner(chosen: string | undefined, enabled = true) {
  const { data } = useQuery({ ...partnersQuery(), enabled });
  const ids = useMemo(() => (chosen === undefined ? [] : [Number(chosen)]), [chosen]);
  const { isLoading, names } = useChosenNames('partner', ids, data);
  const isKnown = chosen !== undefined && data !== undefined && !isLoading;
  const label = isKnown ? nameOrId('Partner', Number(chosen), new Map([...names, ...byId(data)])) : '';
  return { data, label };
}
