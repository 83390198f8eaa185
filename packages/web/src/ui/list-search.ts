/** The search and the page of a list, kept in the URL. */
import { useEffect } from 'react';
import { useAddress } from './address-search.ts';
import { addressCodec, page as pageNumber, searchText, withDefault } from './address-values.ts';

const ADDRESS = addressCodec({ text: withDefault(searchText, ''), page: pageNumber }, { resets: ['page'] });

export function useListSearch() {
  const [{ text, page }, setAddress] = useAddress(ADDRESS);
  return {
    text,
    page,
    find: (words: string) => setAddress({ text: words }, { replace: true }),
    goTo: (wanted: number, isReplaced = false) => setAddress({ page: wanted }, { replace: isReplaced }),
  };
}

/**
 * Leaves a page beyond the last, which may have lost its only row.
 * @param lastPage null while it is not known
 * @returns whether the page is beyond
 */
export function useLastPage(
  { page, goTo }: Pick<ReturnType<typeof useListSearch>, 'page' | 'goTo'>,
  lastPage: number | null,
): boolean {
  const isBeyond = lastPage !== null && page > lastPage;
  useEffect(() => {
    if (isBeyond) goTo(lastPage, true);
  });
  return isBeyond;
}
