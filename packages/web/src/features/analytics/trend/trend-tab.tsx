/** Delivery Trend: how tests end, and the delivery rate by day, hour, month and carrier (ANALYTICS-4). */
import { Grid } from '@mantine/core';
import { addDays, addMonths } from '@textprobe/domain/los-angeles-calendar';
import { HourBars, RateLine } from '../charts/trend-charts.tsx';
import { ChartRoom, type TrendProps } from './chart-card.tsx';
import { Findings, TypeCounts } from './count-cards.tsx';
import { dayName, monthName, ratesInWords } from './figure-table.tsx';
import { isTooShort, RateCard, SingleDay } from './rate-card.tsx';
import { ReceiptTruthCard } from './receipt-truth-card.tsx';
import { StatusOverview } from './status-overview.tsx';

export function TrendTab(props: TrendProps) {
  const { filters, onFilter } = props;
  const { figures, isLoading, isOutdated } = props.state;
  const { dailyDeliveryRates: daily, hourlyDeliveryRates: hourly } = figures;
  const days = Object.keys(daily ?? {});
  const chooseDay = (day: string | undefined) => day && onFilter({ startDate: day, endDate: day });
  const isShort = daily !== undefined && isTooShort(daily);
  return (
    <Grid opacity={isOutdated ? 0.5 : 1}>
      <Grid.Col span={12}>
        <ReceiptTruthCard {...props} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <StatusOverview {...props} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <RateCard
          id="deliverability"
          title="Message deliverability over time"
          by=", by day, Los Angeles time"
          label="Delivery rate by day"
          head="Day"
          rates={daily}
          isLoading={isLoading}
          nameOf={dayName}
          isNewestFirst
          action="Show this day only"
          onChoose={chooseDay}
          // The table takes the room of the chart.
          scrolls={{ mah: isShort ? 340 : 180 }}
        >
          {isShort ? (
            <SingleDay rates={daily} filters={filters} />
          ) : (
            <ChartRoom height={260}>
              {!isLoading && (
                <RateLine
                  labels={days.map(dayName)}
                  rates={Object.values(daily ?? {})}
                  label={`Delivery rate by day: ${ratesInWords(daily, dayName)}`}
                  onPoint={(index) => chooseDay(days[index])}
                />
              )}
            </ChartRoom>
          )}
        </RateCard>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <RateCard
          id="hourly-rates"
          title="Delivery rate by hour of the day"
          by=", by hour, Los Angeles time"
          head="Hour"
          rates={hourly}
          isLoading={isLoading}
          scrolls={{ mah: 244 }}
        >
          <ChartRoom height={200}>
            {!isLoading && (
              <HourBars
                labels={Object.keys(hourly ?? {})}
                rates={Object.values(hourly ?? {})}
                label={`Delivery rate by hour of the day: ${ratesInWords(hourly, String)}`}
              />
            )}
          </ChartRoom>
        </RateCard>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Grid>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <RateCard
              id="carrier-rates"
              title="Delivery rate by carrier"
              head="Carrier"
              rates={figures.carrierDeliveryRates}
              isLoading={isLoading}
              action="Show this carrier only"
              onChoose={(carrier) => onFilter({ carrier })}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <RateCard
              id="monthly-rates"
              title="Delivery rate by month"
              head="Month"
              rates={figures.biAnnualDeliveryRates}
              isLoading={isLoading}
              nameOf={monthName}
              action="Show this month only"
              onChoose={(month) =>
                onFilter({ startDate: `${month}-01`, endDate: addDays(`${addMonths(month, 1)}-01`, -1) })
              }
            />
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
