/** Delivery rates by day, hour, month or carrier, with their table; pressing a part sets the filter (ANALYTICS-4). */
import { Text } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import type { ReactNode } from 'react';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { percentWords } from '../../../ui/counted.ts';
import { RATE_FORMULA } from '../figures/figure-words.ts';
import { useBundle } from '../figures/use-bundle.ts';
import { ChartCard } from './chart-card.tsx';
import { BarTable, dayName, type Rates, rateRows } from './figure-table.tsx';

interface RateCardProps {
  readonly id: string;
  readonly title: string;
  /** Completes the formula. */
  readonly by?: string;
  /** Label of the table; default: the title. */
  readonly label?: string;
  /** Header of the table's first column. */
  readonly head: string;
  readonly rates: Rates | undefined;
  readonly isLoading: boolean;
  readonly nameOf?: (label: string) => string;
  readonly isNewestFirst?: boolean;
  readonly scrolls?: { readonly mah: number };
  readonly action?: string;
  readonly onChoose?: (label: string) => void;
  /** Above the table. */
  readonly children?: ReactNode;
}

export function RateCard(props: RateCardProps) {
  const {
    id,
    title,
    by = '',
    label = title,
    head,
    rates,
    nameOf = String,
    isNewestFirst,
    children,
    ...table
  } = props;
  const rows = rateRows(rates, nameOf);
  return (
    <ChartCard id={id} title={title} note={`${RATE_FORMULA}${by}`}>
      {children}
      <BarTable
        {...table}
        label={label}
        heads={[head, 'Delivery rate']}
        rows={isNewestFirst ? rows.reverse() : rows}
      />
    </ChartCard>
  );
}

/** Whether fewer than two days have a known outcome, so that there is no line to draw. */
export function isTooShort(rates: Rates): boolean {
  return Object.values(rates).filter((rate) => rate !== null).length < 2;
}

/** Replaces a trend that has fewer than two days: its value, and what is missing. */
export function SingleDay({ rates, filters }: { readonly rates: Rates; readonly filters: AnalyticsFilters }) {
  const day = Object.keys(rates).find((one) => rates[one] !== null);
  const ofDay = useBundle(
    ['receivedMessageCount'],
    day === undefined ? filters : { ...filters, startDate: day, endDate: day },
    day !== undefined,
  );
  const [found, missing] = singleDayWords(rates, ofDay.figures.receivedMessageCount?.receivedMessageCount);
  return (
    <>
      <Text fw={550} maw="60ch">
        {found}
      </Text>
      <Text c="dimmed" mb="md">
        {missing}
      </Text>
    </>
  );
}

/** @param received messages received on the only day; undefined while unknown */
export function singleDayWords(rates: Rates, received?: number): readonly [string, string] {
  const days = Object.keys(rates);
  const [known] = Object.entries(rates).filter(([, rate]) => rate !== null);
  const isFiltered = days.length === 1;
  const missing = isFiltered ? 'A trend needs two days. Widen the date range.' : 'A trend needs two days.';
  if (known === undefined) {
    const where = isFiltered ? `for ${dayName(days[0] ?? '')}` : `for any of these ${days.length} days`;
    return [days.length === 0 ? 'No outcome is known yet.' : `No outcome is known ${where}.`, missing];
  }
  const [day, rate] = known;
  const count = received === undefined ? '' : ` (${figure(received)} received)`;
  const start = isFiltered ? 'One day in the filter' : 'One day so far';
  return [
    `${start}: ${percentWords(rate)} of messages with a known outcome arrived on ${dayName(day)}${count}.`,
    missing,
  ];
}
