/** Records the submissions to the lab, for tests that verify "a message is submitted at most once". */
import type { FateMark } from './scenario-model.ts';

/** One submit_sm. */
export interface Submission {
  /** Epoch milliseconds by the lab's clock. */
  readonly at: number;
  readonly source: string;
  readonly destination: string;
  /** Null if the lab does not know the phone. */
  readonly carrier: string | null;
  /** This part's text, decoded. */
  readonly text: string;
  /** The message code: what follows the last `#`, if that is the end of the text. */
  readonly code: string | null;
  /** The concatenation reference; null for a message without parts. */
  readonly reference: number | null;
  readonly part: number;
  readonly total: number;
  /** The number of the message from this sender to this phone, from 1; null if refused before it was counted. */
  readonly nth: number | null;
  /** The fate drawn or scripted for the whole message. */
  readonly marks: readonly FateMark[];
  /** `none`: accepted without an answer. */
  readonly answer: 'accepted' | 'rejected' | 'throttled' | 'none';
  /** The command_status of the answer; 0 for accepted and none. */
  readonly status: number;
  /** The message id in the answer; null unless accepted. */
  readonly messageId: string | null;
}

export interface SubmissionLog {
  add(submission: Omit<Submission, 'code'>): void;
  /** Oldest first. */
  list(): Submission[];
}

/** Keeps the last `most` submissions. */
export function createSubmissionLog(most = 50_000): SubmissionLog {
  const ring: Omit<Submission, 'code'>[] = [];
  let oldest = 0;
  return {
    add(submission) {
      if (ring.length < most) {
        ring.push(submission);
        return;
      }
      ring[oldest] = submission;
      oldest = (oldest + 1) % most;
    },
    list: () =>
      [...ring.slice(oldest), ...ring.slice(0, oldest)].map((entry) => ({
        ...entry,
        code: codeAtEnd(entry.text),
      })),
  };
}

/**
 * Groups of submissions that the carrier accepted more than once. Equal text, sender, phone, reference and part count as the
 * same; refused and throttled ones may be repeated.
 */
export function repeatedSubmissions(submissions: readonly Submission[]): Submission[][] {
  const taken = submissions.filter(({ answer }) => answer === 'accepted' || answer === 'none');
  const groups = Map.groupBy(taken, ({ source, destination, reference, part, total, text }) =>
    JSON.stringify([source, destination, reference, part, total, text]),
  );
  return [...groups.values()].filter((group) => group.length > 1);
}

function codeAtEnd(text: string): string | null {
  return /#([0-9A-Za-z]+)\s*$/.exec(text)?.[1] ?? null;
}
