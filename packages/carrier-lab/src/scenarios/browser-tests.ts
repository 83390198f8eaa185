/**
 * `browser-tests`: fast (100 to 1,500 ms) and deterministic. Each phone of the demo directory has its own fixed behavior, so that
 * a test knows its outcomes in any order of messages and after any other test on the same server.
 */

/** The phones of the demo directory, by name. */
const AT_T_BLAKE = '+12135550182';
const AT_T_CASEY = '+12135550183';
const VERIZON_DEVON = '+13105550184';
const VERIZON_EMERSON = '+13105550185';
const VERIZON_FINLEY = '+13105550186';
const T_MOBILE_HARPER = '+13235550187';
const T_MOBILE_JORDAN = '+13235550188';
const BERKELEY_OFFICE = '+15105550102';

export const BROWSER_TESTS = {
  name: 'browser-tests',
  description: 'Fast and deterministic: everything arrives, except for the script.',
  pingEvery: 10_000,
  everyCarrier: {
    answer: { min: 10, max: 60 },
    delivery: { min: 100, max: 1_200 },
    receipt: { min: 50, max: 200 },
  },
  carriers: { Verizon: { ids: 'hex' }, 'T-Mobile': { ids: 'decimal-then-hex', receiptTlvs: false } },
  // Avery (AT&T), Devon (Verizon) and Kendall (T-Mobile, evidence by receipt) receive everything, but files to Devon are
  // truncated.
  script: [
    { destination: AT_T_BLAKE, fate: 'lost' },
    // Messages from Berkeley get no answer: UNKNOWN. All others are rejected.
    { destination: AT_T_CASEY, source: BERKELEY_OFFICE, fate: ['answer-lost', 'lost'] },
    { destination: AT_T_CASEY, fate: 'rejected' },
    { destination: VERIZON_DEVON, media: 'corrupted' },
    { destination: VERIZON_EMERSON, fate: 'lie' },
    // Well after the browser tests' deadline of 10 s, even on a busy machine: closed as lost, then corrected.
    { destination: VERIZON_FINLEY, fate: 'delivered', deliverAfter: 16_000 },
    // Still received once.
    {
      destination: T_MOBILE_HARPER,
      fate: ['receipt-early', 'receipt-twice', 'delivered-twice'],
      media: 'transcoded',
    },
    { destination: T_MOBILE_JORDAN, fate: 'altered', media: 'stripped' },
  ],
} as const;
