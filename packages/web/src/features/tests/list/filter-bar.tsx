/** The filters of the tests list: the search, the five of LIST-2 and 5, and further ones that are folded away (OVERVIEW-2). */
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { EXECUTION_STATUSES, executionStatusLabel } from '@textprobe/domain/run-status';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { memo, useCallback, useState } from 'react';
import type { DirectorySearch } from '../../../api/directory.ts';
import type { TestFilters } from '../../../api/tests.ts';
import { useEntryName } from '../../../directory/use-directory.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import classes from './filter-bar.module.css';
import { DirectorySelect, FilterSelect } from './filter-select.tsx';
import { type FilterName, hasFilters, moreFilters, TEST_TYPES } from './list-address.ts';
import { MoreFilters } from './more-filters.tsx';
import { SavedViews } from './saved-views.tsx';

const MORE_ID = 'more-filters';
const STATUSES = EXECUTION_STATUSES.map((value) => ({ value, label: executionStatusLabel(value) }));
const TYPES = TEST_TYPES.map((value) => ({ value, label: testTypeLabel(value) }));

interface FilterBarProps {
  readonly filters: TestFilters;
  /** @param isTyped one history entry for all that is typed */
  readonly onFilter: (name: FilterName, value: string | null, isTyped?: boolean) => void;
  /** @param query of a saved view */
  readonly onView: (query: string) => void;
  readonly onClear: () => void;
}

/** Memoized: rendering five selects costs as much as ten rows. */
export const FilterBar = memo(function FilterBar({ filters, onFilter, onView, onClear }: FilterBarProps) {
  const { partnerId, clientId, officeId, executionStatus = null, testType = null, text = '' } = filters;
  const more = moreFilters(filters);
  const [isMoreOpen, setIsMoreOpen] = useState(more > 0);
  const isSearched = text !== '';
  const search = useCallback((words: string) => onFilter('text', words, isSearched), [onFilter, isSearched]);

  return (
    <search className={classes.bar} aria-label="Filters">
      <div className={classes.top}>
        <SearchField label="Search message, test ID or code" value={text} onSearch={search} />
        <Button
          variant="default"
          size="sm"
          fw={500}
          className={classes.action}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-expanded={isMoreOpen}
          aria-controls={isMoreOpen ? MORE_ID : undefined}
          onClick={() => setIsMoreOpen(!isMoreOpen)}
        >
          <span className={classes.actionLabel}>More filters</span>
          {more > 0 && <span>&nbsp;({more})</span>}
        </Button>
        <SavedViews filters={filters} onApply={onView} />
        {hasFilters(filters) && (
          <Button
            variant="subtle"
            size="sm"
            className={classes.action}
            leftSection={<IconFilterOff size={16} aria-hidden />}
            onClick={onClear}
          >
            <span className={classes.actionLabel}>Clear filters</span>
          </Button>
        )}
      </div>
      <DirectoryFilter label="Partner" search={{ kind: 'partner' }} value={partnerId} onFilter={onFilter} />
      <DirectoryFilter
        label="Client"
        search={{ kind: 'client', partnerId }}
        value={clientId}
        onFilter={onFilter}
      />
      <DirectoryFilter
        label="Office"
        search={{ kind: 'office', partnerId, clientId }}
        value={officeId}
        onFilter={onFilter}
      />
      <FilterSelect
        label="Execution Status"
        data={STATUSES}
        value={executionStatus}
        onChange={(chosen) => onFilter('executionStatus', chosen)}
      />
      <FilterSelect
        label="Test Type"
        data={TYPES}
        value={testType}
        onChange={(chosen) => onFilter('testType', chosen)}
      />
      {isMoreOpen && <MoreFilters id={MORE_ID} filters={filters} onFilter={onFilter} />}
    </search>
  );
});

interface DirectoryFilterProps {
  readonly label: 'Partner' | 'Client' | 'Office';
  readonly search: DirectorySearch & { readonly kind: 'partner' | 'client' | 'office' };
  readonly value: number | undefined;
  readonly onFilter: FilterBarProps['onFilter'];
}

function DirectoryFilter({ label, search, value, onFilter }: DirectoryFilterProps) {
  const name = useEntryName(search.kind, value);
  const chosen = value === undefined ? null : { value: String(value), label: name };
  return (
    <DirectorySelect
      label={label}
      search={search}
      chosen={chosen}
      onChange={(id) => onFilter(`${search.kind}Id`, id)}
    />
  );
}
