/**
 * `browser-tests`: quick enough to watch (100 to 1,500 ms) and without chance. Every message arrives, save the
 * first to each phone of the script, whose ends are known. Their numbers are those of the demo directory.
 */

export const BROWSER_TESTS = {
  name: 'browser-tests',
  description: 'Quick, and without chance: everything arrives but for the script.',
  everyCarrier: {
    answer: { min: 10, max: 60 },
    delivery: { min: 100, max: 1_200 },
    receipt: { min: 50, max: 200 },
  },
  carriers: { Verizon: { ids: 'hex' }, 'T-Mobile': { ids: 'decimal-then-hex', receiptTlvs: false } },
  script: [],
} as const;
