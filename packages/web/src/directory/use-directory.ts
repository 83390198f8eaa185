/**
 * Loads the directory for screens that choose from it: the children of a few parents one by one, those of many with the whole directory
 * (DATA-10), or the matches of a search. Results are cached; what fails to load is empty (DATA-9).
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
  type DirectoryEntries,
  type DirectoryFound,
  type DirectorySearch,
  getClientsByPartnerId,
  getOfficesByClientId,
  getPartners,
  getPhoneNumbers,
  getWholeDirectory,
  searchDirectory,
} from '../api/directory.ts';
import type { Client, Office } from '../api/normalize.ts';
import type { Choice } from '../ui/choice.ts';
import { foundLabel } from './labels.ts';

const STALE_MS = 5 * 60_000;
/** Above this many parents, the whole directory is loaded instead of their children one by one. */
const FEW = 20;
const NOTHING: readonly never[] = [];

export function partnersQuery() {
  return queryOptions({
    queryKey: ['partners'],
    queryFn: ({ signal }) => getPartners(signal),
    meta: { purpose: 'load the partners' },
    staleTime: STALE_MS,
  });
}

export function directoryQuery() {
  return queryOptions({
    queryKey: ['directory'],
    queryFn: ({ signal }) => getWholeDirectory(signal),
    meta: { purpose: 'load the directory' },
    staleTime: STALE_MS,
  });
}

export function phonesQuery() {
  return queryOptions({
    queryKey: ['phones'],
    queryFn: ({ signal }) => getPhoneNumbers(signal),
    meta: { purpose: 'load the phones' },
    staleTime: STALE_MS,
  });
}

/** One level of the directory: the clients of partners, or the offices of clients. */
interface Level<T> {
  readonly kind: 'clients' | 'offices';
  readonly load: (parent: number, signal: AbortSignal) => Promise<T[]>;
  readonly listOf: (directory: DirectoryEntries) => readonly T[];
  readonly parentOf: (entry: T) => number;
}

export const CLIENTS: Level<Client> = {
  kind: 'clients',
  load: getClientsByPartnerId,
  listOf: ({ clients }) => clients,
  parentOf: ({ partnerId }) => partnerId,
};

export const OFFICES: Level<Office> = {
  kind: 'offices',
  load: getOfficesByClientId,
  listOf: ({ offices }) => offices,
  parentOf: ({ clientId }) => clientId,
};

/** One query per parent, so that adding a parent costs one request. */
export function childrenQuery<T>({ kind, load }: Level<T>, parent: number) {
  return queryOptions({
    queryKey: [kind, parent],
    queryFn: ({ signal }) => load(parent, signal),
    meta: { purpose: `load the ${kind} of ${kind === 'clients' ? 'partner' : 'client'} ${parent}` },
    staleTime: STALE_MS,
  });
}

/** The parents whose children are loaded one by one; null if the whole directory is loaded. */
export function fewOf(parents: Choice): readonly number[] | null {
  return parents === 'all' || parents.length > FEW ? null : parents;
}

/** The children found in the whole directory, in the parents' order. */
export function childrenOf<T>(
  { listOf, parentOf }: Level<T>,
  directory: DirectoryEntries,
  parents: Choice,
): readonly T[] {
  if (parents === 'all') return listOf(directory);
  const byParent = Map.groupBy(listOf(directory), parentOf);
  return parents.flatMap((parent) => byParent.get(parent) ?? []);
}

/** The children of several parents, in their order. */
export interface Children<T> {
  readonly data: readonly T[];
  /** Whether some are still loading. */
  readonly isLoading: boolean;
  /** Parents whose children failed to load and are left out. */
  readonly failed: Choice;
}

export function useChildren<T>(level: Level<T>, parents: Choice): Children<T> {
  const few = fewOf(parents);
  const whole = useQuery({ ...directoryQuery(), enabled: few === null });
  const { failedAt, ...found } = useQueries({
    queries: (few ?? NOTHING).map((parent) => childrenQuery(level, parent)),
    combine: combined<T>,
  });
  const fromWhole = useMemo(
    () =>
      fewOf(parents) === null && whole.data !== undefined ? childrenOf(level, whole.data, parents) : NOTHING,
    [whole.data, level, parents],
  );
  if (few === null) {
    return { data: fromWhole, isLoading: whole.isLoading, failed: whole.isLoadingError ? 'all' : NOTHING };
  }
  return { ...found, failed: failedAt.flatMap((index) => few[index] ?? []) };
}

function combined<T>(results: readonly UseQueryResult<T[]>[]) {
  return {
    data: results.flatMap(({ data }) => data ?? []),
    isLoading: results.some(({ isLoading }) => isLoading),
    failedAt: results.flatMap(({ isLoadingError }, index) => (isLoadingError ? [index] : [])),
  };
}

/** Retries the clients and offices that failed to load. */
export function useRetry(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ queryKey: [kind], state }) =>
        ['clients', 'offices', 'directory'].includes(String(kind)) && state.status === 'error',
    });
}

/** @param enabled false sends no request, and keeps what was found */
export function useDirectorySearch(search: DirectorySearch, enabled: boolean) {
  const { kind, partnerId, clientId, ids, text } = search;
  const within = [kind, partnerId, clientId, ids && 'ids'].join();
  return useQuery({
    queryKey: ['directory search', within, text, ids],
    queryFn: ({ signal }) => searchDirectory(search, signal),
    meta: { purpose: `load the ${kind}s` },
    enabled,
    staleTime: STALE_MS,
    // The list stays while the user types more, and names while others are asked for; that of another partner or client does not.
    placeholderData: (previous: DirectoryFound | undefined, before) =>
      before?.queryKey[1] === within ? previous : undefined,
  });
}

/** `Oakland`, `Oakland (retired)`, or `Office 9` if there is none (LIST-12). Empty while it loads, and without an id. */
export function useEntryName(kind: DirectorySearch['kind'], id: number | undefined): string {
  const { data, isPending, isPlaceholderData } = useDirectorySearch(
    { kind, ids: [id ?? 0] },
    id !== undefined,
  );
  if (id === undefined || isPending || isPlaceholderData) return '';
  const [entry] = data?.entries ?? [];
  return entry ? foundLabel(entry) : `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`;
}

export function byId<T extends { id: number }>(entries: readonly T[]): ReadonlyMap<number, T> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
