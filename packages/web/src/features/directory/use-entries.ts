/** One page of a directory list. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import { getEntries } from '../../api/directory-entries.ts';
import { useLoad } from '../../ui/use-load.ts';
import type { DirectoryAddress } from './directory-address.ts';
import { PAGE_SIZE } from './kinds.ts';

export const ENTRIES_KEY = 'directory entries';

export function useEntries(kind: DirectoryKind, { state, ...address }: DirectoryAddress) {
  const { load, markRequested } = useLoad();
  const query = useQuery({
    queryKey: [ENTRIES_KEY, kind, state, address],
    queryFn: (context) =>
      load(context, kind, (options) => {
        const { text } = address;
        return getEntries(
          kind,
          {
            ...address,
            text: text === '' ? undefined : text,
            state: state === 'all' ? undefined : state,
            pageSize: PAGE_SIZE,
          },
          options,
        );
      }),
    placeholderData: keepPreviousData,
    // Other people change them too.
    staleTime: 0,
  });
  return {
    query,
    refresh() {
      markRequested();
      void query.refetch();
    },
  };
}
