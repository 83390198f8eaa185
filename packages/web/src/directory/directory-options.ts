/** The options of a select that searches partners, clients or offices on the server: with ten thousand offices it holds only the matches. */
import type { ComboboxItem, ComboboxItemGroup, SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { figure } from '@textprobe/domain/figures';
import { useState } from 'react';
import type { DirectorySearch } from '../api/directory.ts';
import { useDirectorySearch } from './use-directory.ts';

/** Debounce of the search. */
const PAUSE_MS = 150;

/** The chosen entry. */
export interface DirectoryChoice {
  readonly value: string;
  readonly label: string;
}

/** Props of a searchable select. @param wasOpened whether it is wanted from the beginning: otherwise it loads once it is opened */
export function useDirectoryOptions(
  search: DirectorySearch,
  chosen: DirectoryChoice | null,
  wasOpened = false,
) {
  const [isWanted, setIsWanted] = useState(wasOpened);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  // On opening, the field's text is the current choice, not a search.
  const isSearch = text !== chosen?.label;
  const found = useDirectorySearch({ ...search, text: isSearch ? text.trim() : '' }, isWanted);
  return {
    data: optionsOf(found.data, search, chosen),
    // The server has already filtered.
    filter: ({ options }) => options,
    onSearchChange: setTyped,
    onDropdownOpen: () => setIsWanted(true),
    nothingFoundMessage: found.isError ? 'Could not be loaded' : found.isSuccess ? 'No match' : 'Loading...',
  } satisfies Partial<SelectProps>;
}

type Option = ComboboxItem | ComboboxItemGroup<ComboboxItem>;

function optionsOf(
  found: ReturnType<typeof useDirectorySearch>['data'],
  { partnerId, clientId }: DirectorySearch,
  chosen: DirectoryChoice | null,
): Option[] {
  const { entries = [], total = 0 } = found ?? {};
  // Grouped under their parents' names, because offices of different clients share names; parents fixed by a filter are left out.
  const fixed = clientId !== undefined ? 2 : partnerId !== undefined ? 1 : 0;
  const groups = Map.groupBy(entries, ({ parents }) =>
    parents.slice(0, Math.max(0, parents.length - fixed)).join(', '),
  );
  const options = [...groups].flatMap<Option>(([group, items]) => {
    const choices = items.map(({ id, name }) => ({ value: String(id), label: name }));
    return group === '' ? choices : [{ group, items: choices }];
  });
  // The field takes the label of its choice from its options.
  const isMissing = chosen !== null && !entries.some(({ id }) => String(id) === chosen.value);
  const more = total - entries.length;
  return [
    ...(isMissing ? [chosen] : []),
    ...options,
    ...(more > 0
      ? [
          {
            value: 'more',
            label: `${figure(more)} more: type to narrow the list`,
            disabled: true,
          },
        ]
      : []),
  ];
}
