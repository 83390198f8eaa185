/** The whole directory by id, gathered once and cached, to turn ids into names (DATA-10). Failed loads leave it emptier (DATA-9). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getAllClients, getAllOffices, getPartners, getPhoneNumbers } from '../calls/directory.ts';
import type { Client, Office, Partner, Phone } from './normalise.ts';

export interface Directory {
  readonly partners: ReadonlyMap<number, Partner>;
  readonly clients: ReadonlyMap<number, Client>;
  readonly offices: ReadonlyMap<number, Office>;
  readonly phones: ReadonlyMap<number, Phone>;
  readonly loading: boolean;
}

const STALE_MS = 5 * 60_000;

export function partnersQuery() {
  return queryOptions({
    queryKey: ['partners'],
    queryFn: ({ signal }) => getPartners(signal),
    staleTime: STALE_MS,
  });
}

/** Clients of the given partners, in their order; keyed by them, so that a late answer for another choice is never shown. */
export function clientsQuery(partners: readonly number[]) {
  return queryOptions({
    queryKey: ['clients', [...partners].sort((a, b) => a - b)],
    queryFn: ({ signal }) =>
      getAllClients(
        partners.map((id) => ({ id })),
        signal,
      ),
    staleTime: STALE_MS,
  });
}

/** Offices of the given clients, likewise. */
export function officesQuery(clients: readonly number[]) {
  return queryOptions({
    queryKey: ['offices', [...clients].sort((a, b) => a - b)],
    queryFn: ({ signal }) =>
      getAllOffices(
        clients.map((id) => ({ id })),
        signal,
      ),
    staleTime: STALE_MS,
  });
}

export function usePartners() {
  return useQuery(partnersQuery());
}

export function useClients(partners: readonly number[]) {
  return useQuery({ ...clientsQuery(partners), enabled: partners.length > 0 });
}

export function useOffices(clients: readonly number[]) {
  return useQuery({ ...officesQuery(clients), enabled: clients.length > 0 });
}

export function usePhones() {
  return useQuery({
    queryKey: ['phones'],
    queryFn: ({ signal }) => getPhoneNumbers(signal),
    staleTime: STALE_MS,
  });
}

export function useDirectory(): Directory {
  const partners = usePartners();
  const clients = useClients((partners.data ?? []).map(({ id }) => id));
  const offices = useOffices((clients.data ?? []).map(({ id }) => id));
  const phones = usePhones();
  return useMemo(
    () => ({
      partners: byId(partners.data),
      clients: byId(clients.data),
      offices: byId(offices.data),
      phones: byId(phones.data),
      loading: partners.isLoading || clients.isLoading || offices.isLoading || phones.isLoading,
    }),
    [
      partners.data,
      clients.data,
      offices.data,
      phones.data,
      partners.isLoading,
      clients.isLoading,
      offices.isLoading,
      phones.isLoading,
    ],
  );
}

function byId<T extends { id: number }>(entries: readonly T[] | undefined): ReadonlyMap<number, T> {
  return new Map((entries ?? []).map((entry) => [entry.id, entry]));
}
