/** The five filters of the tests list (LIST-2, LIST-5). */
import { Button, ComboboxChevron, TextInput } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EXECUTION_STATUSES, executionStatusLabel } from '@textprobe/domain/run-status';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { lazy, memo, Suspense } from 'react';
import type { TestFilters } from '../../../api/tests.ts';
import { nameOrId } from '../../../directory/labels.ts';
import type { Directory } from '../../../directory/use-directory.ts';
import classes from './filter-bar.module.css';
import { leave, reach, whenWanted } from './filter-intent.ts';
import type { FilterSelectProps } from './filter-select.tsx';
import { type FilterName, hasFilters, TEST_TYPES } from './list-address.ts';

/** Loaded on demand: the list box and its positioning are 30 kB. */
const FilterSelect = lazy(async () => {
  await whenWanted;
  return { default: (await import('./filter-select.tsx')).FilterSelect };
});

interface FilterBarProps {
  readonly filters: TestFilters;
  readonly directory: Directory;
  readonly onFilter: (name: FilterName, value: string | null) => void;
  readonly onClear: () => void;
}

/** Drawn anew for other filters or names only: five lists to choose from cost as much as ten rows. */
export const FilterBar = memo(function FilterBar({ filters, directory, onFilter, onClear }: FilterBarProps) {
  const { partners, clients, offices } = directory;
  const shownClients = [...clients.values()].filter(
    ({ partnerId }) => filters.partnerId === undefined || partnerId === filters.partnerId,
  );
  const shownClientIds = new Set(
    filters.clientId === undefined ? shownClients.map(({ id }) => id) : [filters.clientId],
  );
  const shownOffices = [...offices.values()].filter(({ clientId }) => shownClientIds.has(clientId));

  const valueOf = (name: FilterName) => (filters[name] === undefined ? null : String(filters[name]));
  const filter = (name: FilterName, label: string, data: FilterSelectProps['data']) => (
    <Suspense fallback={<WaitingSelect label={label} data={data} value={valueOf(name)} />}>
      <FilterSelect
        label={label}
        data={data}
        value={valueOf(name)}
        isSearchable={name.endsWith('Id')}
        onChoose={(value) => onFilter(name, value)}
      />
    </Suspense>
  );

  return (
    <search className={classes.bar} aria-label="Filters">
      {filter('partnerId', 'Partner', [...partners.values()].map(option))}
      {filter(
        'clientId',
        'Client',
        grouped(shownClients, ({ partnerId }) => nameOrId('Partner', partnerId, partners)),
      )}
      {filter(
        'officeId',
        'Office',
        grouped(shownOffices, ({ clientId }) => nameOrId('Client', clientId, clients)),
      )}
      {filter(
        'executionStatus',
        'Execution Status',
        EXECUTION_STATUSES.map((value) => ({ value, label: executionStatusLabel(value) })),
      )}
      {filter(
        'testType',
        'Test Type',
        TEST_TYPES.map((value) => ({ value, label: testTypeLabel(value) })),
      )}
      {hasFilters(filters) && (
        <Button variant="subtle" size="sm" leftSection={<IconFilterOff size={16} />} onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  );
});

function option({ id, name }: { readonly id: number; readonly name: string }) {
  return { value: String(id), label: name };
}

/** Under their parents' names, where there is more than one parent: offices of different clients share names. */
function grouped<T extends { readonly id: number; readonly name: string }>(
  entries: readonly T[],
  groupOf: (entry: T) => string,
) {
  const groups = Map.groupBy(entries, groupOf);
  if (groups.size < 2) return entries.map(option);
  return [...groups].map(([group, items]) => ({ group, items: items.map(option) }));
}

/** Placeholder for a filter that is not loaded yet: the same size, and shows its value. */
function WaitingSelect({ label, data, value }: Pick<FilterSelectProps, 'label' | 'data' | 'value'>) {
  const choices = data.flatMap((one) => ('items' in one ? one.items : [one]));
  return (
    <TextInput
      size="sm"
      aria-label={label}
      placeholder={label}
      value={choices.find((choice) => choice.value === value)?.label ?? ''}
      readOnly
      pointer
      rightSection={<ComboboxChevron size="sm" />}
      rightSectionPointerEvents="none"
      onPointerDown={() => reach(label, true)}
      onFocus={() => reach(label, false)}
      onBlur={leave}
    />
  );
}
