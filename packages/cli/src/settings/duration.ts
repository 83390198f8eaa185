/** Durations as people write them in settings: `90s`, `15m`, `1h`. */

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The duration in milliseconds, or null when the text is none: a number and one of ms, s, m, h. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|m|h)$/u.exec(text.trim());
  const unit = UNIT_MS[match?.[2] ?? ''];
  return unit === undefined ? null : Math.round(Number(match?.[1]) * unit);
}
