/** The filters that both tabs share, with presets for common date ranges (ANALYTICS-5), or while they are hidden, the active ones as chips. */
import { Box, Button, Group, Paper, SimpleGrid, Text, VisuallyHidden } from '@mantine/core';
import { IconFilterOff, IconX } from '@tabler/icons-react';
import { addDays } from '@textprobe/domain/los-angeles-calendar';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { useCarriers } from '../../../directory/carriers.ts';
import { usePartnerName, usePartners } from '../../../directory/partners.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { activeFilters, type FilterChanges } from './analytics-address.ts';
import { FILTER_LABELS, FILTER_NAMES, FILTER_OPTIONS, type FilterName, filterValue } from './filter-words.ts';

interface FiltersProps {
  readonly filters: AnalyticsFilters;
  readonly onFilter: (changes: FilterChanges) => void;
  readonly onClear: () => void;
}

interface FilterPanelProps extends FiltersProps {
  readonly id: string;
  /** The date in Los Angeles. */
  readonly today: string;
}

export function FilterPanel({ id, filters, today, onFilter, onClear }: FilterPanelProps) {
  const carriers = useCarriers(filters.carrier);
  const partners = usePartners(filters.partnerId);
  const { startDate, endDate } = filters;
  const isBackwards = startDate !== undefined && endDate !== undefined && endDate < startDate;

  const date = (name: 'startDate' | 'endDate') => (
    <DateField
      key={name}
      label={FILTER_LABELS[name]}
      value={filters[name] ?? null}
      error={name === 'endDate' && isBackwards ? 'Ends before it starts' : undefined}
      onChange={(value) => onFilter({ [name]: value })}
    />
  );
  const choice = (name: Exclude<FilterName, 'startDate' | 'endDate'>) => (
    <FilterSelect
      key={name}
      label={FILTER_LABELS[name]}
      data={name === 'partnerId' ? partners : name === 'carrier' ? carriers.names : FILTER_OPTIONS[name]}
      // Only the list of partners may be long.
      searchable={name === 'partnerId'}
      value={(name === 'carrier' ? carriers.chosen : filters[name]) ?? null}
      onChange={(chosen) => onFilter({ [name]: chosen })}
    />
  );

  return (
    <Paper component="search" display="block" withBorder p="md" mb="md" id={id} aria-label="Filters">
      <SimpleGrid type="container" cols={{ base: 2, '520px': 3, '720px': 4, '1080px': 5 }} spacing="sm">
        {FILTER_NAMES.map((name) => (name === 'startDate' || name === 'endDate' ? date(name) : choice(name)))}
      </SimpleGrid>
      <Group justify="space-between" gap="xs" mt="md">
        <Group role="group" gap="xs" aria-label="Date presets">
          {(
            [
              ['Today', today, today],
              ['Yesterday', addDays(today, -1), addDays(today, -1)],
              ['Last 7 days', addDays(today, -6), today],
              ['Last 30 days', addDays(today, -29), today],
            ] as const
          ).map(([label, first, last]) => {
            const isChosen = startDate === first && endDate === last;
            return (
              <Button
                key={label}
                size="compact-sm"
                variant={isChosen ? 'light' : 'default'}
                fw={500}
                aria-pressed={isChosen}
                onClick={() => onFilter({ startDate: first, endDate: last })}
              >
                {label}
              </Button>
            );
          })}
        </Group>
        <ClearFilters disabled={activeFilters(filters).length === 0} onClear={onClear} />
      </Group>
    </Paper>
  );
}

export function FilterChips({ filters, onFilter, onClear }: FiltersProps) {
  const names = activeFilters(filters);
  const partner = usePartnerName(filters.partnerId);
  if (names.length === 0) return null;
  return (
    <Group role="list" gap="xs" mb="md" aria-label="Active filters">
      {names.map((name) => (
        <Box key={name} role="listitem">
          <Button
            variant="light"
            size="compact-sm"
            radius="xl"
            fw={400}
            rightSection={<IconX size={14} aria-hidden />}
            onClick={() => onFilter({ [name]: null })}
          >
            <Text span inherit c="dimmed" mr={4}>
              {FILTER_LABELS[name]}
            </Text>{' '}
            {filterValue(filters, name, partner)}
            <VisuallyHidden>, remove the filter</VisuallyHidden>
          </Button>
        </Box>
      ))}
      <Box role="listitem">
        <ClearFilters onClear={onClear} />
      </Box>
    </Group>
  );
}

function ClearFilters({
  disabled = false,
  onClear,
}: Pick<FiltersProps, 'onClear'> & { readonly disabled?: boolean }) {
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
