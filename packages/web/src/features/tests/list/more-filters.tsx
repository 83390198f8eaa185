/** The filters by carrier and dates, which are folded away to keep the bar short (OVERVIEW-2). */
import type { TestFilters } from '../../../api/tests.ts';
import { useCarriers } from '../../../directory/carriers.ts';
import { DateField } from '../../../ui/date-field.tsx';
import classes from './filter-bar.module.css';
import { FilterSelect } from './filter-select.tsx';
import { type FilterName, isBackwards } from './list-address.ts';

interface MoreFiltersProps {
  readonly id: string;
  readonly filters: TestFilters;
  readonly onFilter: (name: FilterName, value: string | null) => void;
}

export function MoreFilters({ id, filters, onFilter }: MoreFiltersProps) {
  const carriers = useCarriers(filters.carrier);
  const error = isBackwards(filters) ? 'Ends before it starts' : undefined;
  return (
    <div id={id} className={classes.more}>
      <FilterSelect
        label="Carrier"
        data={carriers.names}
        value={carriers.chosen ?? null}
        onChange={(name) => onFilter('carrier', name)}
      />
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
        error={error}
        onChange={(day) => onFilter('to', day)}
      />
    </div>
  );
}
