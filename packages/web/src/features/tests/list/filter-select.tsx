/** One filter of the list: a few choices, or the directory to search. */
import { type ComboboxItem, type ComboboxItemGroup, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { DirectorySearch } from '../../../api/directory.ts';
import { useDirectorySearch } from '../../../directory/use-directory.ts';
import classes from './filter-bar.module.css';
import type { ChosenEntry } from './filter-bar.tsx';
import { leave, reachedOf } from './filter-intent.ts';

interface FilterSelectProps
  extends Pick<
    SelectProps,
    | 'data'
    | 'value'
    | 'onChange'
    | 'searchable'
    | 'filter'
    | 'nothingFoundMessage'
    | 'onSearchChange'
    | 'onDropdownOpen'
  > {
  readonly label: string;
}

export function FilterSelect({ label, ...select }: FilterSelectProps) {
  // Whoever had reached its stand-in finds it open under the focus.
  const [reached] = useState(() => reachedOf(label));
  useEffect(leave, []);
  return (
    <Select
      {...select}
      size="sm"
      aria-label={label}
      placeholder={label}
      clearable
      // Hidden and out of the way by default; here it can be reached by Tab, and must be heard then.
      clearButtonProps={{ 'aria-label': `Clear the filter ${label}`, 'aria-hidden': false, tabIndex: 0 }}
      autoFocus={reached !== null}
      defaultDropdownOpened={reached?.isPressed ?? false}
      comboboxProps={{
        withinPortal: false,
        // Else every choice is an element of the page, closed or not.
        keepMounted: false,
        width: 'max-content',
        position: 'bottom-start',
        transitionProps: { duration: 0 },
      }}
      // The list itself scrolls, not a region around it that the keyboard cannot reach.
      withScrollArea={false}
      classNames={{ options: classes.options }}
    />
  );
}

/** How long nothing is typed before it is searched for. */
const PAUSE_MS = 150;

interface DirectorySelectProps {
  readonly label: string;
  readonly search: DirectorySearch;
  readonly chosen: ChosenEntry | null;
  readonly onChange: (id: string | null) => void;
}

/** Searches on the server: of ten thousand offices the screen has only those that are looked at. */
export function DirectorySelect({ label, search, chosen, onChange }: DirectorySelectProps) {
  const [isWanted, setIsWanted] = useState(() => reachedOf(label) !== null);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  // When the field opens, its text is the choice and not a search.
  const isSearch = text !== chosen?.label;
  const found = useDirectorySearch({ ...search, text: isSearch ? text.trim() : '' }, isWanted);
  return (
    <FilterSelect
      label={label}
      data={optionsOf(found.data, search, chosen)}
      value={chosen?.value ?? null}
      onChange={onChange}
      searchable
      // The server has found them.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      onDropdownOpen={() => setIsWanted(true)}
      nothingFoundMessage={
        found.isError ? 'Could not be loaded' : found.isSuccess ? 'No match' : 'Loading...'
      }
    />
  );
}

type Option = ComboboxItem | ComboboxItemGroup<ComboboxItem>;

function optionsOf(
  found: ReturnType<typeof useDirectorySearch>['data'],
  { partnerId, clientId }: DirectorySearch,
  chosen: ChosenEntry | null,
): Option[] {
  const { entries = [], total = 0 } = found ?? {};
  // Under their parents' names, but for those that are filtered by: offices of different clients share names.
  const fixed = clientId !== undefined ? 2 : partnerId !== undefined ? 1 : 0;
  const groups = Map.groupBy(entries, ({ parents }) =>
    parents.slice(0, Math.max(0, parents.length - fixed)).join(', '),
  );
  const options = [...groups].flatMap<Option>(([group, items]) => {
    const choices = items.map(({ id, name }) => ({ value: String(id), label: name }));
    return group === '' ? choices : [{ group, items: choices }];
  });
  // The field takes the choice's name from its options.
  const isMissing = chosen !== null && !entries.some(({ id }) => String(id) === chosen.value);
  const more = total - entries.length;
  return [
    ...(isMissing ? [chosen] : []),
    ...options,
    ...(more > 0
      ? [
          {
            value: 'more',
            label: `${more.toLocaleString('en-US')} more: type to narrow the list`,
            disabled: true,
          },
        ]
      : []),
  ];
}
