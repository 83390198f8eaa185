/** Creates the tests of a batch, a few at once and each with its own idempotency key, and notes what became of each. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fetchCsrfToken, HttpError } from '../../../api/http.ts';
import { randomKey } from '../../../api/intent.ts';
import { createSMSTest } from '../../../api/tests.ts';
import { toCreateBody } from '../form/payload.ts';
import { LIMITS_KEY } from '../form/use-limits.ts';
import { useDirectoryLoader } from '../form/use-recipients.ts';
import { type Batch, keepBatch, prepareJobs, readBatch, withCreated } from './batch.ts';
import type { PlannedTest } from './plan-tests.ts';
import { runFewAtOnce } from './run-few-at-once.ts';

type CallState = 'waiting' | 'in flight' | 'created' | { readonly error: unknown };

export function useCreating(setBatch: (change: (batch: Batch) => Batch) => void) {
  const queries = useQueryClient();
  const load = useDirectoryLoader();
  const [calls, setCalls] = useState<ReadonlyMap<string, CallState> | null>(null);
  const [isRunning, setRunning] = useState(false);
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  function noteCreated(key: string, testId: number) {
    setBatch((batch) => withCreated(batch, key, testId));
    // The screen may be gone before it stores its batch. A logout has removed the stored one.
    const stored = readBatch(sessionStorage);
    if (stored.text !== '') keepBatch(sessionStorage, withCreated(stored, key, testId), false);
  }

  /** Resolves when no call is in flight any more. @param base see `Batch.base` */
  async function create(
    batch: Batch,
    tests: readonly PlannedTest[],
    isWanted: (test: PlannedTest) => boolean,
    base: string,
  ): Promise<void> {
    const prepared = prepareJobs(batch, tests, isWanted, base, randomKey);
    const note = (key: string, state: CallState) => setCalls((now) => now && new Map(now).set(key, state));
    // Before the first call: a reload must find the keys.
    keepBatch(sessionStorage, prepared.batch, false);
    setBatch(() => prepared.batch);
    setRunning(true);
    setCalls(new Map(prepared.jobs.map(({ attempt }) => [attempt.key, 'waiting'])));
    // A browser's first token comes with a cookie, and concurrent first tokens would replace each other's cookie.
    // A failure is ignored here, because each call reports it.
    await fetchCsrfToken().catch(() => undefined);
    await runFewAtOnce(prepared.jobs, async ({ test, attempt: { key } }) => {
      if (hasLeft.current) return false;
      note(key, 'in flight');
      try {
        const { testId } = await createSMSTest(await toCreateBody(test.draft, load), key);
        noteCreated(key, testId);
        note(key, 'created');
        return true;
      } catch (error) {
        console.error(`Failed to create the test of line ${test.line.number}`, error);
        note(key, { error });
        // If the server cannot be reached, the rest would fail in the same way.
        return error instanceof HttpError;
      }
    });
    setRunning(false);
    await Promise.all([['tests'], LIMITS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
  }

  return {
    create,
    isRunning,
    /** The calls of this visit, by the key of the attempt; null before the first. */
    calls,
    /** How many of them have ended. */
    ended: [...(calls?.values() ?? [])].filter((state) => state !== 'waiting' && state !== 'in flight')
      .length,
    forget: () => setCalls(null),
    /** Starts no further call. The screen stays until the next one has loaded. */
    stop: () => {
      hasLeft.current = true;
    },
  };
}

export type Creating = ReturnType<typeof useCreating>;
