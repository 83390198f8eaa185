/** What the pickers offer for a draft, and whom it reaches. */
import { useMemo } from 'react';
import type { Client, Office, Phone } from '../../directory/normalise.ts';
import { useClients, useOffices, usePartners, usePhones } from '../../directory/use-directory.ts';
import type { Draft } from './draft.ts';
import { sendingClientIds, sendingOffices } from './recipients.ts';

const NOTHING: readonly never[] = [];

export function useRecipients(draft: Draft) {
  const partners = usePartners();
  const partnerIds = draft.partners === 'all' ? idsOf(partners.data) : draft.partners;
  const clients = useClients(partnerIds);
  const offices = useOffices(sendingClientIds(draft, idsOf(clients.data)));
  const phones = usePhones();

  const shownClients: readonly Client[] = partnerIds.length === 0 ? NOTHING : (clients.data ?? NOTHING);
  const loadedOffices: readonly Office[] = offices.data ?? NOTHING;
  const allPhones: readonly Phone[] = phones.data ?? NOTHING;
  return {
    partners,
    clients,
    offices,
    phones,
    shownClients,
    loadedOffices,
    allPhones,
    sending: useMemo(() => sendingOffices(draft, loadedOffices), [draft, loadedOffices]),
    receiving: useMemo(
      () => allPhones.filter(({ id }) => draft.phones.includes(id)),
      [draft.phones, allPhones],
    ),
    clientName: useMemo(() => {
      const names = new Map(shownClients.map(({ id, name }) => [id, name]));
      return (id: number) => names.get(id) ?? '';
    }, [shownClients]),
  };
}
export type Recipients = ReturnType<typeof useRecipients>;

function idsOf(entries: readonly { id: number }[] | undefined): readonly number[] {
  return (entries ?? NOTHING).map(({ id }) => id);
}
