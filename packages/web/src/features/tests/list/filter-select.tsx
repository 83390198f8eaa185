/** One filter of the list: choices to search and clear. */
import { type ComboboxItem, type ComboboxItemGroup, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './filter-bar.module.css';
import { leave, reachedOf } from './filter-intent.ts';

export interface FilterSelectProps {
  readonly label: string;
  readonly data: (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[];
  readonly value: string | null;
  readonly isSearchable: boolean;
  readonly onChoose: (value: string | null) => void;
}

export function FilterSelect({ label, data, value, isSearchable, onChoose }: FilterSelectProps) {
  // Whoever had reached its stand-in finds it open under the focus.
  const [reached] = useState(() => reachedOf(label));
  useEffect(leave, []);
  return (
    <Select
      size="sm"
      aria-label={label}
      placeholder={label}
      data={data}
      value={value}
      onChange={onChoose}
      clearable
      // Hidden and out of the way by default; here it can be reached by Tab, and must be heard then.
      clearButtonProps={{ 'aria-label': `Clear the filter ${label}`, 'aria-hidden': false, tabIndex: 0 }}
      searchable={isSearchable}
      nothingFoundMessage="No match"
      autoFocus={reached !== null}
      defaultDropdownOpened={reached?.isPressed ?? false}
      comboboxProps={{
        withinPortal: false,
        // Else every office of every client is an element of the page, closed or not.
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
