/** `perfect`: everything arrives, unchanged, once, within 300 ms. */

export const PERFECT = {
  name: 'perfect',
  description: 'Everything arrives within 300 ms, nothing is lost.',
  pingEvery: 10_000,
  everyCarrier: {
    answer: { min: 2, max: 20 },
    delivery: { min: 20, max: 130 },
    receipt: { min: 5, max: 50 },
  },
  carriers: { Verizon: { ids: 'hex' }, 'T-Mobile': { ids: 'decimal-then-hex', receiptTlvs: false } },
} as const;
