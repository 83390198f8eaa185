/** What an SMSC of the bench has seen since it was last told to begin anew. Instants are milliseconds of a clock that all processes of the machine share. */

export interface Tally {
  /** submit_sm that came, and how many different parts of messages they were. */
  readonly submissions: number;
  readonly parts: number;
  /** Message codes that were read out of texts. */
  readonly codes: number;
  /** Receipts that were acknowledged with ESME_ROK: the other side has them in its database then. */
  readonly acknowledged: number;
  readonly firstSubmissionAt: number;
  readonly lastAcknowledgedAt: number;
}

/** What the bench tells its SMSC: begin anew and tell once so many receipts are acknowledged, or tell now. */
export type Order = { readonly order: 'expect'; readonly receipts: number } | { readonly order: 'tell' };

/** What the SMSC tells. */
export type Word =
  | { readonly word: 'ready'; readonly port: number }
  | { readonly word: 'begun' }
  | { readonly word: 'done'; readonly tally: Tally }
  | { readonly word: 'told'; readonly tally: Tally };

/** Milliseconds of the machine's monotonic clock. */
export function machineTime(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
