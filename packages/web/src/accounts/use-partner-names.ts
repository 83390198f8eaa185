/** The names of the partners of accounts and tokens, for lists. */
import { useQuery } from '@tanstack/react-query';
import { useChosenNames } from '../directory/chosen-names.ts';
import { partnersQuery } from '../directory/use-directory.ts';

/** @returns the partners that are not retired, and those among these entries; undefined while they load */
export function usePartnerNames(
  entries: readonly { readonly partnerIds: readonly number[] | null }[] | undefined,
): readonly { readonly id: number; readonly name: string }[] | undefined {
  const partners = useQuery(partnersQuery());
  const partnerIds = (entries ?? []).flatMap((entry) => entry.partnerIds ?? []);
  const chosen = useChosenNames('partner', partnerIds, partners.data);
  return partners.data && [...partners.data, ...chosen.names.values()];
}
