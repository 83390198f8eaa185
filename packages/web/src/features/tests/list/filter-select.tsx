/** One filter of the list: a few options, or a search of the directory. */
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
  // If its placeholder was focused or pressed, the filter takes over the focus and opens.
  const [reached] = useState(() => reachedOf(label));
  useEffect(leave, []);
  return (
    <Select
      {...select}
      size="sm"
      aria-label={label}
      placeholder={label}
      clearable
      // The library hides it from screen readers and Tab by default; here it can be reached by Tab, so it must be announced.
      clearButtonProps={{ 'aria-label': `Clear the ${label} filter`, 'aria-hidden': false, tabIndex: 0 }}
      autoFocus={reached !== null}
      defaultDropdownOpened={reached?.isPressed ?? false}
      comboboxProps={{
        withinPortal: false,
        // Otherwise every option stays in the DOM even while closed.
        keepMounted: false,
        width: 'max-content',
        position: 'bottom-start',
        transitionProps: { duration: 0 },
      }}
      // The list itself scrolls: a scroll area around it is not reachable by keyboard.
      withScrollArea={false}
      classNames={{ dropdown: classes.dropdown, options: classes.options }}
    />
  );
}

/** Debounce of the search. */
const PAUSE_MS = 150;

interface DirectorySelectProps {
  readonly label: string;
  readonly search: DirectorySearch;
  readonly chosen: ChosenEntry | null;
  readonly onChange: (id: string | null) => void;
}

/** Searches on the server: with ten thousand offices, the screen holds only the matches. */
export function DirectorySelect({ label, search, chosen, onChange }: DirectorySelectProps) {
  const [isWanted, setIsWanted] = useState(() => reachedOf(label) !== null);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  // On opening, the field's text is the current choice, not a search.
  const isSearch = text !== chosen?.label;
  const found = useDirectorySearch({ ...search, text: isSearch ? text.trim() : '' }, isWanted);
  return (
    <FilterSelect
      label={label}
      data={optionsOf(found.data, search, chosen)}
      value={chosen?.value ?? null}
      onChange={onChange}
      searchable
      // The server has already filtered.
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
            label: `${more.toLocaleString('en-US')} more: type to narrow the list`,
            disabled: true,
          },
        ]
      : []),
  ];
}
