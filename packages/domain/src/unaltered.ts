/**
 * Whether a received message is unaltered (EVIDENCE-1): with the text, the sender and the files that were sent, as far
 * as a reader sees. The unaltered rate is `yes` ÷ (`yes` + `no`); `not reported` is in neither, and counted separately.
 * Messages that did not arrive belong to the delivery rate alone: counted here, they would lower the rate of a phone
 * whose handset reports no senders.
 */
import { type Comparison, isAltered, type SenderComparison } from './comparison-classes.ts';
import { areFilesAltered, type FileFinding } from './file-classes.ts';
import type { EvidenceSource, MessageStatus } from './message-status.ts';
import { countsAsReceived } from './verdict.ts';

/** `not reported`: the handset did not report its text, sender or files. */
export const UNALTERED_ANSWERS = ['yes', 'no', 'not reported'] as const;

/** One of {@link UNALTERED_ANSWERS}. */
export type UnalteredAnswer = (typeof UNALTERED_ANSWERS)[number];

/** The fields of a message that determine the answer. */
export interface ArrivedMessage {
  readonly status: MessageStatus;
  readonly evidence: EvidenceSource;
  readonly isMms: boolean;
  readonly comparison: Comparison | null;
  readonly sender: SenderComparison | null;
  readonly files: FileFinding | null;
}

/** Null for a message that did not arrive, or not yet. */
export function arrivedUnaltered(message: ArrivedMessage): UnalteredAnswer | null {
  const { status, evidence, comparison, sender, files, isMms } = message;
  if (!countsAsReceived(status, evidence)) return null;
  const areFilesReported = !isMms || (files !== null && files !== 'not told');
  if (comparison === null || comparison === 'unknown' || sender === null || !areFilesReported)
    return 'not reported';
  return isAltered(comparison) || sender === 'altered' || areFilesAltered(files) ? 'no' : 'yes';
}
