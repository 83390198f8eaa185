/** The bars of the delays chart: how many messages had which delay. */
import { CHARTED_MESSAGES } from './page.ts';

/** `label` is the range of delays, e.g. `1–2 s`. */
export interface DelayBar {
  readonly label: string;
  readonly messages: number;
}

/**
 * The bounds are the same in every report, so that reports can be compared. They widen with the delay, so that a carrier with
 * 2 s and one with 10 min both fill several bars. `below` is in seconds, exclusive.
 */
const BARS: readonly { readonly label: string; readonly below: number }[] = [
  { label: '< 0.5 s', below: 0.5 },
  { label: '0.5–1 s', below: 1 },
  { label: '1–2 s', below: 2 },
  { label: '2–3 s', below: 3 },
  { label: '3–5 s', below: 5 },
  { label: '5–10 s', below: 10 },
  { label: '10–20 s', below: 20 },
  { label: '20–30 s', below: 30 },
  { label: '30–60 s', below: 60 },
  { label: '1–2 min', below: 120 },
  { label: '2–5 min', below: 300 },
  { label: '5–15 min', below: 900 },
  { label: '15–60 min', below: 3_600 },
  { label: '> 1 h', below: Infinity },
];
/** A chart with fewer bars looks broken. */
const FEWEST = 5;

/**
 * The bars from the shortest to the longest delay, including empty ones between, padded to at least five; empty for fewer
 * than `CHARTED_MESSAGES` delays.
 * @param seconds the delays of received messages
 */
export function delayHistogram(seconds: readonly number[]): DelayBar[] {
  if (seconds.length < CHARTED_MESSAGES) return [];
  const counts = BARS.map(({ label }) => ({ label, messages: 0 }));
  for (const delay of seconds) {
    const bar = counts[BARS.findIndex(({ below }) => delay < below)];
    if (bar !== undefined) bar.messages += 1;
  }
  const first = counts.findIndex(({ messages }) => messages > 0);
  const last = counts.findLastIndex(({ messages }) => messages > 0);
  const start = Math.max(0, Math.min(first, BARS.length - FEWEST));
  return counts.slice(start, Math.max(last + 1, start + FEWEST));
}
