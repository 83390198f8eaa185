/**
 * Whether a message arrived unaltered (EVIDENCE-1): with the text, the sender and the files that were sent, as far as a
 * reader sees. The unaltered rate is `yes` ÷ (`yes` + `no`); `not reported` is in neither, and counted beside it.
 */
import { type Comparison, isAltered, type SenderComparison } from './comparison-classes.ts';
import { areFilesAltered, type FileFinding } from './file-classes.ts';
import { type CountedOutcome, isKnownOutcome } from './verdict.ts';

/** `no`: altered, or known not to have arrived. `not reported`: text, sender or files were not reported. */
export const UNALTERED_ANSWERS = ['yes', 'no', 'not reported'] as const;

/** One of {@link UNALTERED_ANSWERS}. */
export type UnalteredAnswer = (typeof UNALTERED_ANSWERS)[number];

/** The fields of a message that determine the answer. */
export interface ArrivedMessage extends CountedOutcome {
  readonly isMms: boolean;
  readonly comparison: Comparison | null;
  readonly sender: SenderComparison | null;
  readonly files: FileFinding | null;
}

/** Null without a known outcome. */
export function arrivedUnaltered(message: ArrivedMessage): UnalteredAnswer | null {
  if (!isKnownOutcome(message)) return null;
  const { status, evidence, comparison, sender, files, isMms } = message;
  // A phone judged by receipts never shows what arrived.
  if (status !== 'RECEIVED') return evidence === 'receipt' ? 'not reported' : 'no';
  const areFilesReported = !isMms || (files !== null && files !== 'not told');
  if (comparison === null || comparison === 'unknown' || sender === null || !areFilesReported)
    return 'not reported';
  return isAltered(comparison) || sender === 'altered' || areFilesAltered(files) ? 'no' : 'yes';
}
