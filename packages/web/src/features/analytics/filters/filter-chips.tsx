/** The active filters while the panel is closed, as chips that remove them. */
import { Button, VisuallyHidden } from '@mantine/core';
import { IconFilterOff, IconX } from '@tabler/icons-react';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { usePartnerName } from '../../../directory/partners.ts';
import { activeFilters, FILTER_LABELS, type FilterName } from './analytics-address.ts';
import classes from './filter-panel.module.css';
import { filterValue } from './filter-words.ts';

interface FilterChipsProps {
  readonly filters: AnalyticsFilters;
  readonly onRemove: (name: FilterName) => void;
  readonly onClear: () => void;
}

export function FilterChips({ filters, onRemove, onClear }: FilterChipsProps) {
  const names = activeFilters(filters);
  const partner = usePartnerName(filters.partnerId);
  if (names.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {names.map((name) => (
        <li key={name}>
          <button type="button" className={classes.chip} onClick={() => onRemove(name)}>
            <span className={classes.chipName}>{FILTER_LABELS[name]}</span>{' '}
            {filterValue(filters, name, partner)}
            <VisuallyHidden>, remove the filter</VisuallyHidden>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <ClearFilters onClear={onClear} />
      </li>
    </ul>
  );
}

interface ClearFiltersProps {
  readonly disabled?: boolean;
  readonly onClear: () => void;
}

export function ClearFilters({ disabled = false, onClear }: ClearFiltersProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconFilterOff size={16} aria-hidden />}
      disabled={disabled}
      onClick={onClear}
    >
      Clear Filters
    </Button>
  );
}
