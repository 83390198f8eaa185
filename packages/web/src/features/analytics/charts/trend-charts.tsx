/** The charts of Delivery Trend (ANALYTICS-4), with the parts of Chart.js that they use; react-chartjs-2 registers the controllers. */
import { EXECUTION_STATUSES, type ExecutionStatus, executionStatusLabel } from '@textprobe/domain/run-status';
import {
  ArcElement,
  BarElement,
  CategoryScale,
  Chart,
  type ChartOptions,
  Filler,
  LinearScale,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { Bar, Line, Pie } from 'react-chartjs-2';
import { type ChartColors, useChartColors } from './chart-colors.ts';

Chart.register(
  ArcElement,
  BarElement,
  CategoryScale,
  Filler,
  LinearScale,
  LineElement,
  PointElement,
  Tooltip,
);
Chart.defaults.font.family = '"Inter Variable", "Inter Stand-in", system-ui, sans-serif';
Chart.defaults.font.size = 12;
Chart.defaults.maintainAspectRatio = false;

function chartAnimation(): { readonly duration: number } {
  return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300 };
}

/** Calls `onPress` with the index of the pressed part, and shows a pointer cursor over it. */
function pressable(onPress: (index: number) => void) {
  return {
    onClick: (_event, [part]) => part && onPress(part.index),
    onHover: ({ native }, parts) => {
      const canvas = native?.target;
      if (canvas instanceof HTMLElement) canvas.style.cursor = parts.length > 0 ? 'pointer' : '';
    },
  } satisfies Pick<ChartOptions, 'onClick' | 'onHover'>;
}

/** A percent axis from 0 to 100, an axis of labels, and percents in the tooltip of a point (ANALYTICS-4). */
function percentOptions({ line, textSoft }: ChartColors) {
  return {
    animation: chartAnimation(),
    scales: {
      y: {
        min: 0,
        max: 100,
        border: { display: false },
        grid: { color: line },
        ticks: { color: textSoft, stepSize: 25, callback: (value: string | number) => `${value}%` },
      },
      x: {
        border: { color: line },
        grid: { display: false },
        ticks: { color: textSoft, maxRotation: 0, autoSkipPadding: 16 },
      },
    },
    plugins: {
      tooltip: {
        displayColors: false,
        callbacks: { label: ({ formattedValue }: { formattedValue: string }) => `${formattedValue}%` },
      },
    },
  };
}

interface StatusPieProps {
  /** Null draws 'No Data'. */
  readonly counts: Readonly<Record<ExecutionStatus, number>> | null;
  readonly label: string;
  readonly onStatus: (status: ExecutionStatus) => void;
}

/** Tests by execution status, in the five status colors; gray if unknown (ANALYTICS-9, 11). */
export function StatusPie({ counts, label, onStatus }: StatusPieProps) {
  const colors = useChartColors();
  const statuses = counts === null ? [] : EXECUTION_STATUSES.filter((status) => counts[status] > 0);
  const fills = counts === null ? [colors.rest] : statuses.map((status) => colors[status]);
  return (
    <Pie
      aria-label={label}
      data={{
        labels: statuses.map(executionStatusLabel),
        datasets: [
          {
            data: counts === null ? [1] : statuses.map((status) => counts[status]),
            backgroundColor: fills,
            hoverBackgroundColor: fills,
            borderColor: colors.surface,
            borderWidth: fills.length > 1 ? 2 : 0,
          },
        ],
      }}
      options={{
        animation: chartAnimation(),
        plugins: { tooltip: { enabled: counts !== null } },
        ...pressable((index) => {
          const status = statuses[index];
          if (status !== undefined) onStatus(status);
        }),
      }}
    />
  );
}

interface RatesProps {
  readonly labels: readonly string[];
  /** Percent; null is a gap. */
  readonly rates: readonly (number | null)[];
  readonly label: string;
}

/** Delivery rates by day, y from 0 to 100, with gaps where no outcome is known. */
export function RateLine({
  labels,
  rates,
  label,
  onPoint,
}: RatesProps & { readonly onPoint: (index: number) => void }) {
  const colors = useChartColors();
  const usual = rates.length > 62 ? 1.5 : 3;
  // A day between two gaps has no line, so its point must be visible.
  const isAlone = (day: number) => (rates[day - 1] ?? null) === null && (rates[day + 1] ?? null) === null;
  const radius = rates.map((_, day) => (isAlone(day) ? 5 : usual));
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
        ...percentOptions(colors),
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        ...pressable(onPoint),
      }}
    />
  );
}

/** Delivery rates by hour of the day: one bar each, none if no outcome is known. */
export function HourBars({ labels, rates, label }: RatesProps) {
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
            // A rate of 0 must be distinguishable from a gap.
            minBarLength: 2,
          },
        ],
      }}
      options={percentOptions(colors)}
    />
  );
}
