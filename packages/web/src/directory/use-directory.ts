/**
 * The directory: whole and by id, to turn ids into names, or level by level for whoever picks recipients (DATA-10). Both are
 * cached. What fails to load is empty (DATA-9).
 */
import {
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  getClientsByPartnerId,
  getOfficesByClientId,
  getPartners,
  getPhoneNumbers,
  getWholeDirectory,
} from '../api/directory.ts';
import type { Client, Office, Partner, Phone } from '../api/normalise.ts';

export interface Directory {
  readonly partners: ReadonlyMap<number, Partner>;
  readonly clients: ReadonlyMap<number, Client>;
  readonly offices: ReadonlyMap<number, Office>;
  readonly phones: ReadonlyMap<number, Phone>;
  readonly loading: boolean;
}

const STALE_MS = 5 * 60_000;

/** Logs what could not be loaded: the screen has less to show then, and says so where that matters (DATA-9). */
function logged<T>(what: string, load: (signal: AbortSignal) => Promise<T>) {
  return async ({ signal }: { readonly signal: AbortSignal }): Promise<T> => {
    try {
      return await load(signal);
    } catch (error) {
      if (!signal.aborted) console.error(`Failed to load the ${what}`, error);
      throw error;
    }
  };
}

export function partnersQuery() {
  return queryOptions({
    queryKey: ['partners'],
    queryFn: logged('partners', getPartners),
    staleTime: STALE_MS,
  });
}

/** A query for each parent, so that one more of them costs one request, whatever was chosen before. */
export function clientsQuery(partner: number) {
  return queryOptions({
    queryKey: ['clients', partner],
    queryFn: logged(`clients of partner ${partner}`, (signal) => getClientsByPartnerId(partner, signal)),
    staleTime: STALE_MS,
  });
}

export function officesQuery(client: number) {
  return queryOptions({
    queryKey: ['offices', client],
    queryFn: logged(`offices of client ${client}`, (signal) => getOfficesByClientId(client, signal)),
    staleTime: STALE_MS,
  });
}

/** What hangs below several parents, in their order. */
export interface Children<T> {
  readonly data: readonly T[];
  /** Some are still missing. */
  readonly isLoading: boolean;
  /** Parents whose children could not be loaded, and are left out. */
  readonly failed: readonly number[];
}

export function useClients(partners: readonly number[]): Children<Client> {
  const { failedAt, ...found } = useQueries({ queries: partners.map(clientsQuery), combine: combined });
  return { ...found, failed: failedAt.flatMap((index) => partners[index] ?? []) };
}

export function useOffices(clients: readonly number[]): Children<Office> {
  const { failedAt, ...found } = useQueries({ queries: clients.map(officesQuery), combine: combined });
  return { ...found, failed: failedAt.flatMap((index) => clients[index] ?? []) };
}

function combined<T>(results: readonly UseQueryResult<T[]>[]) {
  return {
    data: results.flatMap(({ data }) => data ?? []),
    isLoading: results.some(({ isLoading }) => isLoading),
    failedAt: results.flatMap(({ isLoadingError }, index) => (isLoadingError ? [index] : [])),
  };
}

/** Asks again for the clients and offices that could not be loaded. */
export function useRetry(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ queryKey: [kind], state }) =>
        (kind === 'clients' || kind === 'offices') && state.status === 'error',
    });
}

export function usePhones() {
  return useQuery({
    queryKey: ['phones'],
    queryFn: logged('phones', getPhoneNumbers),
    staleTime: STALE_MS,
  });
}

const NOTHING = { partners: new Map(), clients: new Map(), offices: new Map(), phones: new Map() };

export function useDirectory(): Directory {
  const { data, isLoading } = useQuery({
    queryKey: ['directory'],
    // The maps are made once for each answer, not for each screen that reads them.
    queryFn: logged('directory', async (signal) => {
      const { partners, clients, offices, phones } = await getWholeDirectory(signal);
      return {
        partners: byId(partners),
        clients: byId(clients),
        offices: byId(offices),
        phones: byId(phones),
      };
    }),
    staleTime: STALE_MS,
  });
  return useMemo(() => ({ ...(data ?? NOTHING), loading: isLoading }), [data, isLoading]);
}

export function byId<T extends { id: number }>(entries: readonly T[]): ReadonlyMap<number, T> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
