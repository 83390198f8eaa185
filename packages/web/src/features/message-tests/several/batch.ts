/**
 * The text of Create several and what was created from it, in session storage like the draft of Create Test: neither a reload nor a
 * retry may create a test twice, so each line keeps its idempotency key until the text is cleared.
 */
import { SENT_DRAFT, SEVERAL_DRAFT_KEY } from '../../../ui/unsent-drafts.ts';
import type { Line } from './read-lines.ts';

export type Format = 'messages' | 'csv';

/** A line that was sent at least once. */
export interface Attempt {
  /** Its content, see {@link contentOf}. */
  readonly content: string;
  /** Idempotency-Key of its call. */
  readonly key: string;
  /** Null until the server has answered that it is created. */
  readonly testId: number | null;
}

export interface Batch {
  readonly format: Format;
  readonly text: string;
  /** The recipients and schedule that the attempts were made with, as JSON: with others, an attempt that failed is a new intent. */
  readonly base: string;
  readonly attempts: readonly Attempt[];
}

export const EMPTY_BATCH: Batch = { format: 'messages', text: '', base: '', attempts: [] };

/** Two lines with equal content are the same, wherever they are in the text. */
function contentOf({ message, office, phone, time }: Line): string {
  return JSON.stringify([message, office, phone, time]);
}

/** The attempt of each line, if any: each attempt belongs to one line, so that a repeated line is created as often as it is written. */
export function assignAttempts<Of extends { readonly line: Line }>(
  tests: readonly Of[],
  attempts: readonly Attempt[],
): ReadonlyMap<Of, Attempt> {
  const open = Map.groupBy(attempts, ({ content }) => content);
  const assigned = new Map<Of, Attempt>();
  for (const test of tests) {
    const attempt = open.get(contentOf(test.line))?.shift();
    if (attempt !== undefined) assigned.set(test, attempt);
  }
  return assigned;
}

/**
 * Gives each test an attempt: that of an earlier failure, so that its retry has the same key, or a new one.
 * @param tests of the whole text, so that each repeated line counts
 * @param wanted those to create
 * @param base as JSON
 * @returns the tests to create, each with the attempt that its call belongs to
 */
export function prepareJobs<Of extends { readonly line: Line }>(
  batch: Batch,
  tests: readonly Of[],
  wanted: (test: Of) => boolean,
  base: string,
  newKey: () => string,
): { readonly batch: Batch; readonly jobs: readonly { readonly test: Of; readonly attempt: Attempt }[] } {
  const kept = batch.attempts.filter(({ testId }) => testId !== null || batch.base === base);
  const assigned = assignAttempts(tests, kept);
  const jobs = tests.filter(wanted).flatMap((test) => {
    const attempt = assigned.get(test) ?? { content: contentOf(test.line), key: newKey(), testId: null };
    return attempt.testId === null ? [{ test, attempt }] : [];
  });
  const known = new Set(kept);
  const added = jobs.flatMap(({ attempt }) => (known.has(attempt) ? [] : attempt));
  return { batch: { ...batch, base, attempts: [...kept, ...added] }, jobs };
}

/** The batch once the server has created the test of this attempt. */
export function withCreated(batch: Batch, key: string, testId: number): Batch {
  const attempts = batch.attempts.map((one) => (one.key === key ? { ...one, testId } : one));
  return { ...batch, attempts };
}

export function readBatch(storage: Pick<Storage, 'getItem'>): Batch {
  try {
    const kept = JSON.parse(storage.getItem(SEVERAL_DRAFT_KEY) ?? 'null') as Batch | null;
    if (typeof kept?.text !== 'string' || !Array.isArray(kept.attempts)) return EMPTY_BATCH;
    const { format, text, base, attempts } = kept;
    return { format, text, base, attempts };
  } catch {
    return EMPTY_BATCH;
  }
}

/** @param isSent whether nothing of the text is left to create, so that a logout loses nothing */
export function keepBatch(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  batch: Batch,
  isSent: boolean,
): void {
  if (batch.text.trim() === '' && batch.attempts.length === 0) return storage.removeItem(SEVERAL_DRAFT_KEY);
  const version = isSent ? SENT_DRAFT : '';
  try {
    storage.setItem(SEVERAL_DRAFT_KEY, JSON.stringify({ ...batch, version }));
  } catch (error) {
    console.warn('The text could not be kept', error); // storage is full or forbidden
  }
}
