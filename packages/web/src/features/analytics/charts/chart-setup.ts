/**
 * The parts of Chart.js that the charts are made of (react-chartjs-2 registers the controllers), and what all of them
 * have in common. Only lazy chunks load it.
 */
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
import type { ChartColors } from './chart-colors.ts';

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

/** None for who wants less motion. */
export function chartAnimation(): { readonly duration: number } {
  return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300 };
}

/** Calls with the index of the part that is pressed, and shows by the pointer that it can be. */
export function pressable(onPress: ((index: number) => void) | undefined) {
  if (onPress === undefined) return {};
  return {
    onClick: (_event, [part]) => part && onPress(part.index),
    onHover: ({ native }, parts) => {
      const canvas = native?.target;
      if (canvas instanceof HTMLElement) canvas.style.cursor = parts.length > 0 ? 'pointer' : '';
    },
  } satisfies Pick<ChartOptions, 'onClick' | 'onHover'>;
}

/** A scale of percent from 0 to 100, and one of labels (ANALYTICS-4). */
export function percentScales(colors: ChartColors) {
  return {
    y: {
      min: 0,
      max: 100,
      border: { display: false },
      grid: { color: colors.line },
      ticks: { color: colors.textSoft, stepSize: 25, callback: (value: string | number) => `${value} %` },
    },
    x: {
      border: { color: colors.line },
      grid: { display: false },
      ticks: { color: colors.textSoft, maxRotation: 0, autoSkipPadding: 16 },
    },
  };
}

/** What a point says under the pointer. */
export const percentTooltip = {
  displayColors: false,
  callbacks: { label: ({ formattedValue }: { formattedValue: string }) => `${formattedValue} %` },
};
