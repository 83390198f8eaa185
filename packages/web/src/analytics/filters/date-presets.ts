/** Days that are looked at often. */
import { addDays } from '@textprobe/domain/los-angeles-calendar';
import type { Period } from '../../calls/analytics-bundle.ts';

/** @param today the date in Los Angeles */
export function datePresets(today: string): readonly (Period & { readonly label: string })[] {
  const yesterday = addDays(today, -1);
  return [
    { label: 'Today', startDate: today, endDate: today },
    { label: 'Yesterday', startDate: yesterday, endDate: yesterday },
    { label: 'Last 7 days', startDate: addDays(today, -6), endDate: today },
    { label: 'Last 30 days', startDate: addDays(today, -29), endDate: today },
  ];
}
