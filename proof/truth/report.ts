/** What the judge compares with the truth. */
import type { ReceiptOutcome } from './truth-observations.ts';

/** The product's report of a message. Instants are epoch milliseconds. */
export interface Report {
  readonly code: string;
  /** The complete text that was sent. */
  readonly text: string;
  readonly evidence: 'handset' | 'receipt';
  readonly status: string;
  readonly verdict: string;
  /** The verdict that its explanation leads to. */
  readonly explained: string;
  /** The combined result of the carrier's receipts. */
  readonly receipt: ReceiptOutcome;
  readonly comparison: string | null;
  readonly sender: string | null;
  /** The number of files that were sent; 0: an SMS. */
  readonly files: number;
  readonly fileFinding: string | null;
  /** By handset report the outcomes of its files in alphabetical order; null: not reported, or an SMS. */
  readonly fileOutcomes: readonly (readonly string[] | null)[];
  readonly submittedAt: number | null;
  readonly receivedAt: number | null;
  /** How long after its creation it was settled, in milliseconds; null: not yet. */
  readonly endedAfterMs: number | null;
}
