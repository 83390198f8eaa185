/** `zero`: the wire and nothing else. Answers at once, one receipt each, silent handsets: what benchmarks run against. */

export const ZERO = {
  name: 'zero',
  description: 'No latency, no loss, receipts only: for benchmarks.',
  everyCarrier: { receiptsOnly: true },
} as const;
