/** Delivery rates by the hour of the day: a bar each, none where no outcome is known. */
import { Bar } from 'react-chartjs-2';
import { useChartColors } from './chart-colors.ts';
import { chartAnimation, percentScales, percentTooltip } from './chart-setup.ts';

interface HourBarsProps {
  readonly labels: readonly string[];
  /** Percent. */
  readonly rates: readonly (number | null)[];
  readonly label: string;
}

export function HourBars({ labels, rates, label }: HourBarsProps) {
  const colors = useChartColors();
  return (
    <Bar
      aria-label={label}
      data={{
        labels: [...labels],
        datasets: [
          {
            data: [...rates],
            backgroundColor: colors.accent,
            hoverBackgroundColor: colors.accent,
            borderRadius: 2,
            maxBarThickness: 20,
            // A rate of 0 is a finding, and must not look like a gap.
            minBarLength: 2,
          },
        ],
      }}
      options={{
        animation: chartAnimation(),
        scales: percentScales(colors),
        plugins: { tooltip: percentTooltip },
      }}
    />
  );
}
