/** `default`: a realistic weekday. Most texts arrive in 2 to 20 s, a few percent never do, some receipts of T-Mobile are false. */

export const REALISTIC = {
  name: 'default',
  description:
    'A realistic world: most arrive in 2 to 20 s, a few percent are lost, some receipts of T-Mobile are false.',
  pingEvery: 10_000,
  everyCarrier: {
    answer: { min: 15, max: 120, tail: { share: 0.01, max: 900 } },
    delivery: { min: 1_800, max: 18_000, tail: { share: 0.02, max: 45_000 } },
    receipt: { min: 150, max: 1_500, tail: { share: 0.02, max: 8_000 } },
    rates: {
      rejection: 0.004,
      throttling: 0.01,
      loss: 0.02,
      partLoss: 0.004,
      failedReceipts: 0.006,
      missingReceipts: 0.015,
      duplicateReceipts: 0.01,
      earlyReceipts: 0.002,
      reorderedReceipts: 0.004,
      duplicateDeliveries: 0.005,
      alterations: 0.01,
    },
    media: { transcoding: 0.25, stripping: 0.02, corruption: 0.01 },
  },
  carriers: {
    'AT&T': { ids: 'decimal', alterationKinds: ['straight-quotes', 'page-mark'] },
    Verizon: {
      ids: 'hex',
      delivery: { min: 1_500, max: 12_000, tail: { share: 0.01, max: 40_000 } },
      rates: { loss: 0.012 },
      alterationKinds: ['no-emoji', 'straight-quotes', 'page-mark'],
    },
    'T-Mobile': {
      ids: 'decimal-then-hex',
      receiptTlvs: false,
      delivery: { min: 2_200, max: 20_000, tail: { share: 0.04, max: 50_000 } },
      rates: { loss: 0.03, lies: 0.02 },
      alterationKinds: ['straight-quotes', 'truncated', 'page-mark'],
    },
  },
} as const;
