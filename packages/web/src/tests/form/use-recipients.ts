/** What the pickers offer for a draft, and whom it reaches. */
import { useMemo } from 'react';
import { nameOrId } from '../../directory/labels.ts';
import type { Phone } from '../../directory/normalise.ts';
import { byId, useClients, useOffices, usePartners, usePhones } from '../../directory/use-directory.ts';
import type { Draft } from './draft.ts';
import { sendingClientIds, sendingOffices } from './recipients.ts';

const NOTHING: readonly never[] = [];

export function useRecipients(draft: Draft) {
  const partners = usePartners();
  const partnerIds = draft.partners === 'all' ? idsOf(partners.data) : draft.partners;
  const clients = useClients(partnerIds);
  const offices = useOffices(sendingClientIds(draft, idsOf(clients.data)));
  const phones = usePhones();

  const allPhones: readonly Phone[] = phones.data ?? NOTHING;
  return {
    partners,
    clients,
    offices,
    phones,
    allPhones,
    /** Who is chosen is not all known yet. */
    loading:
      (draft.partners === 'all' && partners.isLoading) ||
      clients.isLoading ||
      offices.isLoading ||
      (draft.phones.length > 0 && phones.isLoading),
    /** What could not be loaded, and is left out of every 'All': in words. */
    leftOut: [
      ...clients.failed.map((id) => `clients of ${nameOrId('Partner', id, byId(partners.data ?? NOTHING))}`),
      ...offices.failed.map((id) => `offices of ${nameOrId('Client', id, byId(clients.data))}`),
    ],
    // By the choice alone: not anew with each letter that is typed.
    sending: useMemo(
      () => sendingOffices({ offices: draft.offices }, offices.data),
      [draft.offices, offices.data],
    ),
    receiving: useMemo(() => {
      const chosen = new Set(draft.phones);
      return allPhones.filter(({ id }) => chosen.has(id));
    }, [draft.phones, allPhones]),
    clientName: useMemo(() => {
      const byTheirId = byId(clients.data);
      return (id: number) => byTheirId.get(id)?.name ?? '';
    }, [clients.data]),
  };
}
export type Recipients = ReturnType<typeof useRecipients>;

function idsOf(entries: readonly { id: number }[] | undefined): readonly number[] {
  return (entries ?? NOTHING).map(({ id }) => id);
}
