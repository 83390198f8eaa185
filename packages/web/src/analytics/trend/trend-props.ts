/** What every chart of the trend tab takes: the figures, the shared filters, and the way to change them by pressing a part. */
import type { AnalyticsFilters } from '../../calls/analytics.ts';
import type { BundleState } from '../figures/use-bundle.ts';
import type { FilterChanges } from '../filters/filter-panel.tsx';

export interface TrendProps {
  readonly state: BundleState;
  readonly filters: AnalyticsFilters;
  readonly onFilter: (changes: FilterChanges) => void;
}
