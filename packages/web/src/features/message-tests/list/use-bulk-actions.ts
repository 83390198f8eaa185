/**
 * Deletes the selected tests, or stops their recurrence. The rows show it at once; the server carries it out ten seconds later, so that it
 * can be undone, or earlier if another action begins, and if the screen, the page or the session ends.
 */
import { useQueryClient } from '@tanstack/react-query';
import type { Test } from '@textprobe/contract/tests';
import { useEffect, useRef, useState } from 'react';
import { fetchCsrfToken, HttpError, session } from '../../../api/http.ts';
import { deleteTest, deleteTestOnClose, stopRecurrence, stopRecurrenceOnClose } from '../../../api/tests.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { runFewAtOnce } from '../several/run-few-at-once.ts';
import { type BulkKind, doneWords, type Failure, failureWords } from './bulk-words.ts';
import type { Chosen } from './use-chosen.ts';

const UNDO_MS = 10_000;
const CALLS = {
  deleted: { run: deleteTest, runOnClose: deleteTestOnClose },
  stopped: { run: stopRecurrence, runOnClose: stopRecurrenceOnClose },
};

interface Pending {
  /** What was done: `2 tests deleted`. */
  readonly words: string;
  readonly undo: () => void;
  readonly carryOut: () => void;
}

/** @returns the action that can still be undone, and a function that begins one */
export function useBulkActions({ setMarks }: Pick<Chosen, 'setMarks'>) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<Pending | null>(null);
  const latest = useRef<Pending | null>(null);
  useEffect(() => () => latest.current?.carryOut(), []);

  function begin(kind: BulkKind, tests: readonly Test[]): void {
    latest.current?.carryOut();
    const left = new Set(tests);
    const failures: Failure[] = [];
    const closing = new AbortController();
    const onClose = () => {
      for (const { testId } of left) CALLS[kind].runOnClose(testId);
      left.clear();
    };
    window.addEventListener('pagehide', onClose, { signal: closing.signal });
    session.addEventListener('end', onClose, { signal: closing.signal });
    setMarks(kind, tests, true);
    // A call while the page is closing cannot wait for its token.
    fetchCsrfToken().catch((error: unknown) => console.warn(error));

    async function run(test: Test): Promise<true> {
      try {
        if (left.has(test)) await CALLS[kind].run(test.testId);
      } catch (error) {
        // Otherwise someone else has deleted it.
        if (kind !== 'deleted' || !(error instanceof HttpError) || error.status !== 404) {
          console.error(error);
          failures.push({ test, error });
        }
      }
      left.delete(test);
      return true;
    }

    async function carryOut(): Promise<void> {
      show(null);
      await runFewAtOnce(tests, run);
      closing.abort();
      setMarks(
        kind,
        failures.map(({ test }) => test),
        false,
      );
      if (failures.length > 0) void dialogs.alert(failureWords(kind, failures));
      for (const { testId } of tests) void queries.invalidateQueries({ queryKey: ['report', testId] });
      await queries.invalidateQueries({ queryKey: ['tests'] });
      // The refetched rows say it themselves, and a recurrence may begin again. Deleted tests never return.
      if (kind === 'stopped') setMarks(kind, tests, false);
    }

    const timer = setTimeout(() => void carryOut(), UNDO_MS);
    function show(next: Pending | null): void {
      if (next === null) clearTimeout(timer);
      latest.current = next;
      setPending(next);
    }
    show({
      words: doneWords(kind, tests.length),
      undo() {
        show(null);
        closing.abort();
        setMarks(kind, tests, false);
      },
      carryOut: () => void carryOut(),
    });
  }

  return { pending, begin };
}
