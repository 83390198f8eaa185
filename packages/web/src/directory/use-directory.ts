/**
 * The directory: whole and by id, to turn ids into names, or level by level for whoever picks recipients (DATA-10). Both are
 * cached. What fails to load is empty (DATA-9).
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  getAllClients,
  getAllOffices,
  getPartners,
  getPhoneNumbers,
  getWholeDirectory,
} from '../calls/directory.ts';
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

/** The maps are made once for each answer, not for each screen that reads them. */
export function directoryQuery() {
  return queryOptions({
    queryKey: ['directory'],
    queryFn: async ({ signal }) => {
      try {
        const { partners, clients, offices, phones } = await getWholeDirectory(signal);
        return {
          partners: byId(partners),
          clients: byId(clients),
          offices: byId(offices),
          phones: byId(phones),
        };
      } catch (error) {
        if (!signal.aborted) console.error('Failed to load the directory', error);
        throw error;
      }
    },
    staleTime: STALE_MS,
  });
}

const NOTHING = { partners: new Map(), clients: new Map(), offices: new Map(), phones: new Map() };

export function useDirectory(): Directory {
  const { data, isLoading } = useQuery(directoryQuery());
  return useMemo(() => ({ ...(data ?? NOTHING), loading: isLoading }), [data, isLoading]);
}

function byId<T extends { id: number }>(entries: readonly T[]): ReadonlyMap<number, T> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
