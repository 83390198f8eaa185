/**
 * The directory for screens that choose from it: level by level below a few parents, whole below many (DATA-10), or by a
 * search. Answers are cached; what fails to load is empty (DATA-9).
 */
import {
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { DirectoryFound } from '@textprobe/contract/directory';
import { useMemo } from 'react';
import {
  type DirectoryEntries,
  type DirectorySearch,
  getClientsByPartnerId,
  getOfficesByClientId,
  getPartners,
  getPhoneNumbers,
  getWholeDirectory,
  searchDirectory,
} from '../api/directory.ts';
import type { Client, Office } from '../api/normalise.ts';
import type { Choice } from '../ui/choice.ts';

const STALE_MS = 5 * 60_000;
/** What hangs below more parents than these is not asked for one by one: it comes with everything. */
const FEW = 20;
const NOTHING: readonly never[] = [];

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

export function directoryQuery() {
  return queryOptions({
    queryKey: ['directory'],
    queryFn: logged('directory', getWholeDirectory),
    staleTime: STALE_MS,
  });
}

export function phonesQuery() {
  return queryOptions({
    queryKey: ['phones'],
    queryFn: logged('phones', getPhoneNumbers),
    staleTime: STALE_MS,
  });
}

/** What hangs below partners or clients, asked for below a few of them or whole. */
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

/** A query for each parent, so that one more of them costs one request, whatever was chosen before. */
export function childrenQuery<T>({ kind, load }: Level<T>, parent: number) {
  const what = `${kind} of ${kind === 'clients' ? 'partner' : 'client'} ${parent}`;
  return queryOptions({
    queryKey: [kind, parent],
    queryFn: logged(what, (signal) => load(parent, signal)),
    staleTime: STALE_MS,
  });
}

/** The parents to ask below one by one; null where the whole directory is asked for. */
export function fewOf(parents: Choice): readonly number[] | null {
  return parents === 'all' || parents.length > FEW ? null : parents;
}

/** Out of the whole directory, in the parents' order. */
export function childrenOf<T>(
  { listOf, parentOf }: Level<T>,
  directory: DirectoryEntries,
  parents: Choice,
): readonly T[] {
  if (parents === 'all') return listOf(directory);
  const byParent = Map.groupBy(listOf(directory), parentOf);
  return parents.flatMap((parent) => byParent.get(parent) ?? []);
}

/** What hangs below several parents, in their order. */
export interface Children<T> {
  readonly data: readonly T[];
  /** Some are still missing. */
  readonly isLoading: boolean;
  /** Parents whose children could not be loaded, and are left out. */
  readonly failed: Choice;
}

export function useChildren<T>(level: Level<T>, parents: Choice): Children<T> {
  const few = fewOf(parents);
  const whole = useQuery({ ...directoryQuery(), enabled: few === null });
  const { failedAt, ...found } = useQueries({
    queries: (few ?? NOTHING).map((parent) => childrenQuery(level, parent)),
    combine: combined<T>,
  });
  const ofWhole = useMemo(
    () =>
      fewOf(parents) === null && whole.data !== undefined ? childrenOf(level, whole.data, parents) : NOTHING,
    [whole.data, level, parents],
  );
  if (few === null) {
    return { data: ofWhole, isLoading: whole.isLoading, failed: whole.isLoadingError ? 'all' : NOTHING };
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

/** Asks again for the clients and offices that could not be loaded. */
export function useRetry(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ queryKey: [kind], state }) =>
        ['clients', 'offices', 'directory'].includes(String(kind)) && state.status === 'error',
    });
}

/** @param enabled false asks nothing, and keeps what was found */
export function useDirectorySearch(search: DirectorySearch, enabled: boolean) {
  const { kind, partnerId, clientId, id, text } = search;
  const within = [kind, partnerId, clientId, id].join();
  return useQuery({
    queryKey: ['directory search', within, text],
    queryFn: logged(`${kind}s`, (signal) => searchDirectory(search, signal)),
    enabled,
    staleTime: STALE_MS,
    // While more is typed the list stays; that of another partner or client never does.
    placeholderData: (previous: DirectoryFound | undefined, before) =>
      before?.queryKey[1] === within ? previous : undefined,
  });
}

export function byId<T extends { id: number }>(entries: readonly T[]): ReadonlyMap<number, T> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
