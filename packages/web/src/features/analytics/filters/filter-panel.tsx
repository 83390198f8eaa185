/** The filters that both tabs share, with presets for common date ranges (ANALYTICS-5). */
import { Button, Select, type SelectProps } from '@mantine/core';
import { STATUS_WORDS } from '@textprobe/domain/analytics-filter';
import { BEST_FIRST, fileFindingLabel } from '@textprobe/domain/file-finding';
import { FINDING_WORDS, findingLabel } from '@textprobe/domain/finding';
import { addDays } from '@textprobe/domain/los-angeles-calendar';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { VERDICT_ORDER } from '@textprobe/domain/verdict-tones';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import type { Period } from '../../../api/analytics-bundle.ts';
import { useCarriers } from '../../../directory/carriers.ts';
import { usePartners } from '../../../directory/partners.ts';
import { DateField } from '../../../ui/date-field.tsx';
import {
  activeFilters,
  FILTER_LABELS,
  type FilterChanges,
  type FilterName,
  MESSAGE_TYPES,
  TEST_TYPES,
} from './analytics-address.ts';
import { ClearFilters } from './filter-chips.tsx';
import classes from './filter-panel.module.css';
import { STATUS_LABELS } from './filter-words.ts';

interface FilterPanelProps {
  readonly id: string;
  readonly filters: AnalyticsFilters;
  /** The date in Los Angeles. */
  readonly today: string;
  readonly onFilter: (changes: FilterChanges) => void;
  readonly onClear: () => void;
}

export function FilterPanel({ id, filters, today, onFilter, onClear }: FilterPanelProps) {
  const carriers = useCarriers(filters.carrier);
  const partners = usePartners(filters.partnerId);
  const backwards =
    filters.startDate !== undefined && filters.endDate !== undefined && filters.endDate < filters.startDate;

  const date = (name: 'startDate' | 'endDate', error?: string) => (
    <DateField
      label={FILTER_LABELS[name]}
      value={filters[name] ?? null}
      error={error}
      onChange={(value) => onFilter({ [name]: value })}
    />
  );
  const choice = (name: FilterName, data: NonNullable<SelectProps['data']>, value = filters[name]) => (
    <Select
      size="sm"
      label={FILTER_LABELS[name]}
      placeholder="All"
      data={data}
      // Only the list of partners may be long.
      searchable={name === 'partnerId'}
      limit={100}
      nothingFoundMessage="No match"
      value={value ?? null}
      onChange={(chosen) => onFilter({ [name]: chosen })}
      clearable
      clearButtonProps={{
        'aria-label': `Clear the ${FILTER_LABELS[name]} filter`,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      comboboxProps={{ withinPortal: false, keepMounted: false, transitionProps: { duration: 0 } }}
      // The list itself scrolls: a scroll area around it is not reachable by keyboard.
      withScrollArea={false}
      classNames={{ options: classes.options }}
    />
  );

  return (
    <search id={id} className={`surface ${classes.panel}`} aria-label="Filters">
      <div className={classes.fields}>
        {date('startDate')}
        {date('endDate', backwards ? 'Ends before it starts' : undefined)}
        {choice('partnerId', partners)}
        {choice(
          'status',
          STATUS_WORDS.map((value) => ({ value, label: STATUS_LABELS[value] })),
        )}
        {choice('verdict', [...VERDICT_ORDER])}
        {choice('carrier', carriers.names, carriers.chosen)}
        {choice(
          'finding',
          FINDING_WORDS.map((value) => ({ value, label: findingLabel(value) })),
        )}
        {choice(
          'fileFinding',
          BEST_FIRST.map((value) => ({ value, label: fileFindingLabel(value) })),
        )}
        {choice('messageType', [...MESSAGE_TYPES])}
        {choice(
          'testType',
          TEST_TYPES.map((value) => ({ value, label: testTypeLabel(value) })),
        )}
      </div>
      <div className={classes.foot}>
        <fieldset className={classes.presets} aria-label="Date presets">
          {datePresets(today).map(({ label, startDate, endDate }) => (
            <Button
              key={label}
              size="compact-sm"
              variant="default"
              fw={500}
              className={classes.preset}
              aria-pressed={filters.startDate === startDate && filters.endDate === endDate}
              onClick={() => onFilter({ startDate, endDate })}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        <ClearFilters disabled={activeFilters(filters).length === 0} onClear={onClear} />
      </div>
    </search>
  );
}

function datePresets(today: string): readonly (Period & { readonly label: string })[] {
  const yesterday = addDays(today, -1);
  return [
    { label: 'Today', startDate: today, endDate: today },
    { label: 'Yesterday', startDate: yesterday, endDate: yesterday },
    { label: 'Last 7 days', startDate: addDays(today, -6), endDate: today },
    { label: 'Last 30 days', startDate: addDays(today, -29), endDate: today },
  ];
}
