/**
 * What the pickers offer for a draft, and whom it reaches, by the server's rules (CREATE-21): no office chosen means every
 * office of the chosen clients, no client either every office of the chosen partners. The screen shows it before anything is sent.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Office, Phone } from '../../../api/normalise.ts';
import { nameOrId } from '../../../directory/labels.ts';
import { byId, partnersQuery, useClients, useOffices, usePhones } from '../../../directory/use-directory.ts';
import { isChosen } from '../../../ui/choice.ts';
import { type Draft } from './draft.ts';

const NOTHING: readonly never[] = [];

export function useRecipients(draft: Draft) {
  const partners = useQuery(partnersQuery());
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

export function idsOf(entries: readonly { id: number }[] | undefined): readonly number[] {
  return (entries ?? NOTHING).map(({ id }) => id);
}

/** The clients whose offices are in question. @param loaded ids of the chosen partners' clients */
export function sendingClientIds({ partners, clients }: Draft, loaded: readonly number[]): readonly number[] {
  if (!isChosen(partners)) return [];
  return clients === 'all' || clients.length === 0 ? loaded : clients;
}

/** @param loaded the offices of {@link sendingClientIds} */
export function sendingOffices(
  { offices }: Pick<Draft, 'offices'>,
  loaded: readonly Office[],
): readonly Office[] {
  if (offices === 'all' || offices.length === 0) return loaded;
  const chosen = new Set(offices);
  return loaded.filter(({ id }) => chosen.has(id));
}
