/** The counts of the benchmark's SMSC since the last reset. Instants are milliseconds of a clock shared by all processes of the machine. */

export interface Tally {
  /** Received submit_sm, and the number of distinct message parts among them. */
  readonly submissions: number;
  readonly parts: number;
  /** Distinct message codes in the texts. */
  readonly codes: number;
  /** Receipts acknowledged with ESME_ROK, which means that they are committed. */
  readonly acknowledged: number;
  readonly firstSubmissionAt: number;
  readonly lastAcknowledgedAt: number;
}

/** Orders to the SMSC: reset the counts and report after `receipts` acknowledged receipts, or report now. */
export type Order = { readonly order: 'expect'; readonly receipts: number } | { readonly order: 'tally' };

/** Messages from the SMSC. */
export type Word =
  | { readonly word: 'ready'; readonly port: number }
  | { readonly word: 'begun' }
  | { readonly word: 'done'; readonly tally: Tally }
  | { readonly word: 'tally'; readonly tally: Tally };

/** Milliseconds of the machine's monotonic clock. */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
