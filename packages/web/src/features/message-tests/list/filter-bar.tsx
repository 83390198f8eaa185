/** The filters of the tests list: the search, the five of LIST-2 and 5, and further ones that are folded away (OVERVIEW-2). */
import { Button, Group, Select, type SelectProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconFilterOff } from '@tabler/icons-react';
import { EXECUTION_STATUSES, executionStatusLabel } from '@textprobe/domain/run-status';
import { testTypeLabel } from '@textprobe/domain/test-type';
import type { DirectorySearch } from '../../../api/directory.ts';
import type { TestFilters } from '../../../api/tests.ts';
import { useCarriers } from '../../../directory/carriers.ts';
import { useDirectoryOptions } from '../../../directory/directory-options.ts';
import { useEntryName } from '../../../directory/use-directory.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import classes from './filter-bar.module.css';
import { type FilterName, hasFilters, isBackwards, moreFilters, TEST_TYPES } from './list-address.ts';
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

export function FilterBar({ filters, onFilter, onView, onClear }: FilterBarProps) {
  const { partnerId, clientId, officeId, executionStatus = null, testType = null, text = '' } = filters;
  const more = moreFilters(filters);
  const [isMoreOpen, { toggle }] = useDisclosure(more > 0);
  const directory = [
    ['Partner', { kind: 'partner' }, partnerId],
    ['Client', { kind: 'client', partnerId }, clientId],
    ['Office', { kind: 'office', partnerId, clientId }, officeId],
  ] as const;
  return (
    <search className={classes.bar} aria-label="Filters">
      <Group gap="xs" wrap="nowrap">
        <SearchField
          label="Search message, test ID or code"
          value={text}
          onSearch={(words) => onFilter('text', words, text !== '')}
        />
        <Button
          variant="default"
          size="sm"
          fw={500}
          className={classes.action}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-expanded={isMoreOpen}
          aria-controls={isMoreOpen ? MORE_ID : undefined}
          onClick={toggle}
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
      </Group>
      <div className={classes.fields}>
        {directory.map(([label, search, value]) => (
          <DirectoryFilter key={label} label={label} search={search} value={value} onFilter={onFilter} />
        ))}
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
      </div>
      {isMoreOpen && (
        <div id={MORE_ID} className={classes.more}>
          <CarrierFilter carrier={filters.carrier} onFilter={onFilter} />
          <DateField
            label="Created from"
            inside={100}
            value={filters.from ?? null}
            onChange={(day) => onFilter('from', day)}
          />
          <DateField
            label="Created to"
            inside={84}
            value={filters.to ?? null}
            error={isBackwards(filters) ? 'Ends before it starts' : undefined}
            onChange={(day) => onFilter('to', day)}
          />
        </div>
      )}
    </search>
  );
}

function FilterSelect(props: SelectProps & { readonly label: string }) {
  const { label, ...select } = props;
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
      styles={{ dropdown: { minWidth: 160 }, options: { maxHeight: 312, overflowY: 'auto' } }}
    />
  );
}

interface CarrierFilterProps extends Pick<FilterBarProps, 'onFilter'> {
  readonly carrier: string | undefined;
}

/** Loads the phones, which name the carriers. */
function CarrierFilter({ carrier, onFilter }: CarrierFilterProps) {
  const { names, chosen = null } = useCarriers(carrier);
  return (
    <FilterSelect
      label="Carrier"
      data={names}
      value={chosen}
      onChange={(name) => onFilter('carrier', name)}
    />
  );
}

interface DirectoryFilterProps extends Pick<FilterBarProps, 'onFilter'> {
  readonly label: string;
  readonly search: DirectorySearch & { readonly kind: 'partner' | 'client' | 'office' };
  readonly value: number | undefined;
}

function DirectoryFilter({ label, search, value, onFilter }: DirectoryFilterProps) {
  const name = useEntryName(search.kind, value);
  const chosen = value === undefined ? null : { value: String(value), label: name };
  return (
    <FilterSelect
      label={label}
      value={chosen?.value ?? null}
      onChange={(id) => onFilter(`${search.kind}Id`, id)}
      searchable
      {...useDirectoryOptions(search, chosen)}
    />
  );
}
