/** Delivery Trend: how tests end, and the delivery rate by day, hour, month and carrier (ANALYTICS-4). */
import { Grid, Text } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { addDays, addMonths } from '@textprobe/domain/los-angeles-calendar';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import { percentWords } from '../../../ui/counted.ts';
import { HourBars, RateLine } from '../charts/trend-charts.tsx';
import { RATE_FORMULA } from '../figures/figure-words.ts';
import { useBundle } from '../figures/use-bundle.ts';
import { ChartCard, ChartRoom, type TrendProps } from './chart-card.tsx';
import { Findings, TypeCounts } from './count-cards.tsx';
import { BarTable, dayName, monthName, type Rates, rateRows, ratesInWords } from './figure-table.tsx';
import { ReceiptTruthCard } from './receipt-truth-card.tsx';
import { StatusOverview } from './status-overview.tsx';

export function TrendTab(props: TrendProps) {
  const { onFilter } = props;
  const { figures, isLoading, isOutdated } = props.state;
  const { hourlyDeliveryRates: hourly = {} } = figures;
  return (
    <Grid opacity={isOutdated ? 0.5 : 1}>
      <Grid.Col span={12}>
        <ReceiptTruthCard {...props} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <StatusOverview {...props} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Deliverability {...props} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <ChartCard
          title="Delivery rate by hour of the day"
          note={`${RATE_FORMULA}, by hour, Los Angeles time`}
        >
          <ChartRoom height={200}>
            {!isLoading && (
              <HourBars
                labels={Object.keys(hourly)}
                rates={Object.values(hourly)}
                label={`Delivery rate by hour of the day: ${ratesInWords(hourly, String)}`}
              />
            )}
          </ChartRoom>
          <BarTable
            label="Delivery rate by hour of the day"
            heads={['Hour', 'Delivery rate']}
            rows={rateRows(hourly, String)}
            isLoading={isLoading}
            scrolls={{ mah: 244 }}
          />
        </ChartCard>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Grid>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <ChartCard title="Delivery rate by carrier" note={RATE_FORMULA}>
              <BarTable
                label="Delivery rate by carrier"
                heads={['Carrier', 'Delivery rate']}
                rows={rateRows(figures.carrierDeliveryRates, String)}
                isLoading={isLoading}
                action="Show this carrier only"
                onChoose={(carrier) => onFilter({ carrier })}
              />
            </ChartCard>
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <ChartCard title="Delivery rate by month" note={RATE_FORMULA}>
              <BarTable
                label="Delivery rate by month"
                heads={['Month', 'Delivery rate']}
                rows={rateRows(figures.biAnnualDeliveryRates, monthName)}
                isLoading={isLoading}
                action="Show this month only"
                onChoose={(month) =>
                  onFilter({ startDate: `${month}-01`, endDate: addDays(`${addMonths(month, 1)}-01`, -1) })
                }
              />
            </ChartCard>
          </Grid.Col>
          <Grid.Col span={12}>
            <TypeCounts {...props} />
          </Grid.Col>
        </Grid>
      </Grid.Col>
      <Grid.Col span={12}>
        <Findings {...props} />
      </Grid.Col>
    </Grid>
  );
}

function Deliverability({ state: { figures, isLoading }, filters, onFilter }: TrendProps) {
  const rates = figures.dailyDeliveryRates;
  const days = Object.keys(rates ?? {});
  const chooseDay = (day: string | undefined) => day && onFilter({ startDate: day, endDate: day });
  const isShort = rates !== undefined && isTooShort(rates);
  return (
    <ChartCard title="Message deliverability over time" note={`${RATE_FORMULA}, by day, Los Angeles time`}>
      {isShort ? (
        <SingleDay rates={rates} filters={filters} />
      ) : (
        <ChartRoom height={260}>
          {!isLoading && (
            <RateLine
              labels={days.map(dayName)}
              rates={Object.values(rates ?? {})}
              label={`Delivery rate by day: ${ratesInWords(rates, dayName)}`}
              onPoint={(index) => chooseDay(days[index])}
            />
          )}
        </ChartRoom>
      )}
      <BarTable
        label="Delivery rate by day"
        heads={['Day', 'Delivery rate']}
        rows={rateRows(rates, dayName).reverse()}
        isLoading={isLoading}
        action="Show this day only"
        onChoose={chooseDay}
        // The table takes the room of the chart.
        scrolls={{ mah: isShort ? 340 : 180 }}
      />
    </ChartCard>
  );
}

/** Whether fewer than two days have a known outcome, so that there is no line to draw. */
export function isTooShort(rates: Rates): boolean {
  return Object.values(rates).filter((rate) => rate !== null).length < 2;
}

/** Replaces a trend that has fewer than two days: its value, and what is missing. */
function SingleDay({ rates, filters }: { readonly rates: Rates; readonly filters: AnalyticsFilters }) {
  const day = Object.keys(rates).find((one) => rates[one] !== null);
  const ofDay = { ...filters, startDate: day, endDate: day };
  const { figures } = useBundle(['receivedMessageCount'], ofDay, day !== undefined);
  const [found, missing] = singleDayWords(rates, figures.receivedMessageCount?.receivedMessageCount);
  return (
    <>
      <Text fw={550}>{found}</Text>
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
