/** The console's colors for a canvas: read from the tokens as `#rrggbb`, and again when the color scheme changes. */
import { useSyncExternalStore } from 'react';

/** The token of each color. */
export const COLOR_TOKENS = {
  received: '--tp-fill-delivered',
  accent: '--tp-accent',
  textSoft: '--tp-text-soft',
  line: '--tp-line',
  /** The remainder, and unknown values. */
  rest: '--tp-line-strong',
  surface: '--tp-surface',
  DELIVERED: '--tp-fill-delivered',
  PARTIALLY_DELIVERED: '--tp-fill-partially-delivered',
  FAILED: '--tp-fill-failed',
  EXECUTING: '--tp-fill-executing',
  UNEXECUTED: '--tp-fill-unexecuted',
} as const;
const SCHEME = 'data-mantine-color-scheme';

export type ChartColors = Readonly<Record<keyof typeof COLOR_TOKENS, string>>;

let read: { readonly scheme: string | null; readonly colors: ChartColors } | undefined;

export function useChartColors(): ChartColors {
  return useSyncExternalStore(watchScheme, () => {
    const scheme = document.documentElement.getAttribute(SCHEME);
    if (read?.scheme !== scheme) read = { scheme, colors: readTokens() };
    return read.colors;
  });
}

function readTokens(): ChartColors {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    Object.entries(COLOR_TOKENS).map(([name, token]) => [
      name,
      sixDigitColor(style.getPropertyValue(token).trim()),
    ]),
  ) as ChartColors;
}

/** `#ffffff` for `#fff`, to which the build shortens it: adding an alpha value needs six digits. */
function sixDigitColor(color: string): string {
  return color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color;
}

function watchScheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: [SCHEME] });
  return () => observer.disconnect();
}
