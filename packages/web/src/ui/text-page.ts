/** The search and the page of a list, kept in the URL. */
import { isSearchText } from '@textprobe/domain/search-words';
import { useEffect } from 'react';
import { useAddressSearch } from './address-search.ts';

/** What is not valid in the URL is ignored. Another search begins with the first page. */
export function useTextPage() {
  const [search, setSearch] = useAddressSearch();
  const typed = search.get('text')?.trim() ?? '';
  const wanted = search.get('page') ?? '';
  const text = isSearchText(typed) ? typed : '';
  return {
    text,
    /** From 1. */
    page: /^[1-9]\d{0,6}$/.test(wanted) ? Number(wanted) : 1,
    find: (words: string) => setSearch(() => addressOf(words, 1), { replace: true }),
    goTo: (page: number, isReplaced = false) =>
      setSearch(() => addressOf(text, page), { replace: isReplaced }),
  };
}

function addressOf(text: string, page: number): URLSearchParams {
  return new URLSearchParams({ ...(text !== '' && { text }), ...(page > 1 && { page: String(page) }) });
}

/**
 * Leaves a page beyond the last, which may have lost its only row.
 * @param lastPage null while it is not known
 * @returns whether the page is beyond
 */
export function useLastPage(
  { page, goTo }: Pick<ReturnType<typeof useTextPage>, 'page' | 'goTo'>,
  lastPage: number | null,
): boolean {
  const isBeyond = lastPage !== null && page > lastPage;
  useEffect(() => {
    if (isBeyond) goTo(lastPage, true);
  });
  return isBeyond;
}
