/** How many messages took how long: the bars of the delays chart. */

/** `label` says which delays are counted, e.g. `1–2 s`. */
export interface DelayBar {
  readonly label: string;
  readonly messages: number;
}

/**
 * The bounds are the same in every report, so that two can be laid side by side; they widen as delays do: a carrier
 * that needs 2 s and one that needs 10 min both fill some bars. `below` is in seconds and not itself counted.
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
/** Fewer look like a mistake. */
const FEWEST = 5;

/**
 * From the shortest delay's bar to the longest's, empty ones between them included, and some beyond where that would be
 * fewer than five; none at all without delays.
 * @param seconds those of the messages that were received
 */
export function delayHistogram(seconds: Iterable<number>): DelayBar[] {
  const counts = BARS.map(({ label }) => ({ label, messages: 0 }));
  for (const delay of seconds) {
    const bar = counts[BARS.findIndex(({ below }) => delay < below)];
    if (bar !== undefined) bar.messages += 1;
  }
  const first = counts.findIndex(({ messages }) => messages > 0);
  if (first < 0) return [];
  const last = counts.findLastIndex(({ messages }) => messages > 0);
  const start = Math.max(0, Math.min(first, BARS.length - FEWEST));
  return counts.slice(start, Math.max(last + 1, start + FEWEST));
}
