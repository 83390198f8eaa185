/** The console's colors for a canvas: read from the tokens as `#rrggbb`. */
import { useComputedColorScheme } from '@mantine/core';

export const COLOR_TOKENS = {
  accent: '--tp-accent',
  textSoft: '--tp-text-soft',
  line: '--tp-line',
  rest: '--tp-line-strong',
  surface: '--tp-surface',
  DELIVERED: '--tp-fill-delivered',
  PARTIALLY_DELIVERED: '--tp-fill-partially-delivered',
  FAILED: '--tp-fill-failed',
  EXECUTING: '--tp-fill-executing',
  UNEXECUTED: '--tp-fill-unexecuted',
} as const;

export type ChartColors = Readonly<Record<keyof typeof COLOR_TOKENS, string>>;

/** Read again when the color scheme changes. */
export function useChartColors(): ChartColors {
  useComputedColorScheme();
  const style = getComputedStyle(document.documentElement);
  const colors = Object.entries(COLOR_TOKENS).map(([name, token]) => {
    const color = style.getPropertyValue(token).trim();
    // `#ffffff` for `#fff`, to which the build shortens it: adding an alpha value needs six digits.
    return [name, color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color];
  });
  return Object.fromEntries(colors) as ChartColors;
}
