/** `zero`: for benchmarks. Immediate answers, one receipt each, handsets that do not report. */

export const ZERO = {
  name: 'zero',
  description: 'No latency, no loss, receipts only: for benchmarks.',
  everyCarrier: { receiptsOnly: true },
} as const;
