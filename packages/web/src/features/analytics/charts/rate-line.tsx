/** Delivery rates along the days, y from 0 to 100, with gaps where no outcome is known (ANALYTICS-4). */
import { Line } from 'react-chartjs-2';
import { useChartColors } from './chart-colors.ts';
import { chartAnimation, percentScales, percentTooltip, pressable } from './chart-setup.ts';

interface RateLineProps {
  readonly labels: readonly string[];
  /** Percent; null is a gap. */
  readonly rates: readonly (number | null)[];
  readonly label: string;
  readonly onPoint: (index: number) => void;
}

export function RateLine({ labels, rates, label, onPoint }: RateLineProps) {
  const colors = useChartColors();
  const usual = rates.length > 62 ? 1.5 : 3;
  // A day between two gaps has no line to lie on: its point is all that is seen of it.
  const radius = rates.map((_, day) => (isAlone(rates, day) ? 5 : usual));
  return (
    <Line
      aria-label={label}
      data={{
        labels: [...labels],
        datasets: [
          {
            data: [...rates],
            spanGaps: false,
            borderColor: colors.accent,
            borderWidth: 2,
            pointBackgroundColor: colors.accent,
            pointBorderColor: colors.surface,
            pointRadius: radius,
            pointHoverRadius: radius.map((of) => of + 2),
            pointHitRadius: 12,
            backgroundColor: `${colors.accent}1a`,
            fill: 'origin',
            clip: 8,
          },
        ],
      }}
      options={{
        animation: chartAnimation(),
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: percentScales(colors),
        plugins: { tooltip: percentTooltip },
        ...pressable(onPoint),
      }}
    />
  );
}

function isAlone(rates: readonly (number | null)[], day: number): boolean {
  return (rates[day - 1] ?? null) === null && (rates[day + 1] ?? null) === null;
}
