/** One entry of the directory: retired ones too, which the search of the directory leaves out. */
import { queryOptions } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { getEntry } from '../api/directory-entries.ts';

export const ENTRY_KEY = 'directory entry';

export function entryQuery(kind: DirectoryKind, id: number) {
  return queryOptions({
    queryKey: [ENTRY_KEY, kind, id],
    queryFn: async ({ signal }) => (await getEntry(kind, id, signal)).entry,
  });
}
