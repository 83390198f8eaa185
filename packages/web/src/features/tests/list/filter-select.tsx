/** One filter of the list: a few options, or a search of the directory. */
import { Select, type SelectProps } from '@mantine/core';
import type { DirectorySearch } from '../../../api/directory.ts';
import { type DirectoryChoice, useDirectoryOptions } from '../../../directory/directory-options.ts';
import classes from './filter-bar.module.css';

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
  return (
    <Select
      {...select}
      size="sm"
      aria-label={label}
      placeholder={label}
      clearable
      // The library hides it from screen readers and Tab by default; here it can be reached by Tab, so it must be announced.
      clearButtonProps={{ 'aria-label': `Clear the ${label} filter`, 'aria-hidden': false, tabIndex: 0 }}
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

interface DirectorySelectProps {
  readonly label: string;
  readonly search: DirectorySearch;
  readonly chosen: DirectoryChoice | null;
  readonly onChange: (id: string | null) => void;
}

export function DirectorySelect({ label, search, chosen, onChange }: DirectorySelectProps) {
  const options = useDirectoryOptions(search, chosen);
  return (
    <FilterSelect label={label} value={chosen?.value ?? null} onChange={onChange} searchable {...options} />
  );
}
