/** What was submitted to the lab, kept for tests to ask: the witness of "a message is submitted at most once". */
import type { FateMark } from './scenario-model.ts';

/** One submit_sm. */
export interface Submission {
  /** Epoch milliseconds by the lab's clock. */
  readonly at: number;
  readonly source: string;
  readonly destination: string;
  /** Null where the phone is not known to the lab. */
  readonly carrier: string | null;
  /** This part's text, decoded. */
  readonly text: string;
  /** What follows the last `#`, where that ends the text: the message code, for a test that writes one. */
  readonly code: string | null;
  /** The concatenation reference; null for a message that stands alone. */
  readonly reference: number | null;
  readonly part: number;
  readonly total: number;
  /** Counted from 1 over the messages of this sender to this phone; null where no message was begun. */
  readonly nth: number | null;
  /** The fate drawn or scripted for the whole message. */
  readonly marks: readonly FateMark[];
  /** `none`: accepted, but the answer is never written. */
  readonly answer: 'accepted' | 'rejected' | 'throttled' | 'none';
  /** The command_status of the answer; 0 for accepted and none. */
  readonly status: number;
  /** As written in the answer; null unless the part was accepted. */
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
 * The submissions that the carrier took more than once, as groups. The same text from the same sender to the
 * same phone with the same reference and part counts as the same; what was refused or throttled may come again.
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
