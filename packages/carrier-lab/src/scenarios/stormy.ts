/** `stormy`: everything that can go wrong does, often, and fast enough for tests of the engine. */

export const STORMY = {
  name: 'stormy',
  description: 'Everything that can go wrong does, at high rates.',
  pingEvery: 10_000,
  everyCarrier: {
    answer: { min: 0, max: 60, tail: { share: 0.05, max: 400 } },
    delivery: { min: 0, max: 600, tail: { share: 0.1, max: 2_000 } },
    receipt: { min: 0, max: 300, tail: { share: 0.1, max: 1_500 } },
    rates: {
      rejection: 0.06,
      throttling: 0.15,
      lostAnswers: 0.05,
      loss: 0.08,
      partLoss: 0.08,
      lies: 0.08,
      failedReceipts: 0.08,
      missingReceipts: 0.12,
      duplicateReceipts: 0.25,
      earlyReceipts: 0.2,
      reorderedReceipts: 0.2,
      duplicateDeliveries: 0.2,
      alterations: 0.2,
    },
    media: { transcoding: 0.3, stripping: 0.15, corruption: 0.15 },
  },
  carriers: {
    Verizon: { ids: 'hex', rejectWith: 'ESME_RINVDSTADR' },
    'T-Mobile': { ids: 'decimal-then-hex', receiptTlvs: false, rejectWith: 'ESME_RSYSERR', maxPerSecond: 50 },
  },
} as const;
