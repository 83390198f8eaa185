/** The filters of the list, which come when they are wanted: choices, and what places them, are 30 kB. */
import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { type ComponentType, lazy } from 'react';
import { whenWanted } from './filter-intent.ts';

export interface FilterSelectProps {
  readonly label: string;
  readonly data: (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[];
  readonly value: string | null;
  readonly isSearchable: boolean;
  readonly onChoose: (value: string | null) => void;
}

export const FilterSelect = lazy(async (): Promise<{ default: ComponentType<FilterSelectProps> }> => {
  await whenWanted;
  return { default: (await import('./filter-select.tsx')).FilterSelect };
});
