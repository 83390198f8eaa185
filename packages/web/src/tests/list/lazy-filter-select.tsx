/** The filters of the list, which come when they are wanted: choices, and what places them, are 30 kB. */
import { type ComponentType, lazy } from 'react';
import { whenWanted } from './filter-intent.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface FilterSelectProps {
  readonly label: string;
  readonly data: (Choice | { group: string; items: Choice[] })[];
  readonly value: string | null;
  readonly isSearchable: boolean;
  readonly onChoose: (value: string | null) => void;
}

export const FilterSelect = lazy(async (): Promise<{ default: ComponentType<FilterSelectProps> }> => {
  await whenWanted;
  return { default: (await import('./filter-select.tsx')).FilterSelect };
});
