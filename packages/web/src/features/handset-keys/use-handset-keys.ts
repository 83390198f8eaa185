/** The handset keys by page, and the sources. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { getHandsetKeys, getHandsetSources } from '../../api/handset-keys.ts';

const KEYS_KEY = 'handset keys';
const SOURCES_KEY = 'handset sources';

/** Other administrators change them too, and each use counts. */
const FRESH = { staleTime: 0 };

export const PAGE_SIZE = 50;

/** @param page from 1 */
export function useHandsetKeys(text: string, page: number) {
  return useQuery({
    queryKey: [KEYS_KEY, text, page],
    queryFn: ({ signal }) => getHandsetKeys({ text: text || undefined, page, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
}

export function useHandsetSources() {
  return useQuery({ queryKey: [SOURCES_KEY], queryFn: ({ signal }) => getHandsetSources(signal), ...FRESH });
}

/** @returns fetches again what shows keys and sources */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  const keys = [KEYS_KEY, SOURCES_KEY, 'phone connection'];
  return () =>
    queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => keys.includes(String(kind)) });
}
