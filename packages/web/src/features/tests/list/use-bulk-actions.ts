/** Deletes the selected tests, or stops their recurrence: the rows show it at once, the server carries it out when it can no longer be undone. */
import { useQueryClient } from '@tanstack/react-query';
import type { Test } from '@textprobe/contract/tests';
import { fetchCsrfToken, HttpError } from '../../../api/http.ts';
import { deleteTest, deleteTestOnClose, stopRecurrence, stopRecurrenceOnClose } from '../../../api/tests.ts';
import { dialogs } from '../../../ui/dialogs.tsx';
import { type BulkKind, doneWords, type Failure, failureWords } from './bulk-words.ts';
import { type Chosen, mark } from './use-chosen.ts';
import { useUndoable } from './use-undoable.ts';

const CALLS = {
  deleted: { run: deleteTest, runOnClose: deleteTestOnClose },
  stopped: { run: stopRecurrence, runOnClose: stopRecurrenceOnClose },
};

/** @returns what can still be undone, in words, its undo, and the actions */
export function useBulkActions({ setMarks }: Pick<Chosen, 'setMarks'>) {
  const queries = useQueryClient();
  const { words, undo, begin } = useUndoable<Test>();

  function start(kind: BulkKind, tests: readonly Test[]): void {
    const failures: Failure[] = [];
    const show = (which: readonly Test[], isDone: boolean) =>
      setMarks((now) => mark(now, kind, which, isDone));
    begin({
      words: doneWords(kind, tests.length),
      items: tests,
      async run(test) {
        try {
          await CALLS[kind].run(test.testId);
        } catch (error) {
          // Someone else has deleted it.
          if (kind === 'deleted' && error instanceof HttpError && error.status === 404) return;
          console.error(error);
          failures.push({ test, error });
        }
      },
      runOnClose: ({ testId }) => CALLS[kind].runOnClose(testId),
      onUndo: () => show(tests, false),
      onEnd: () => void end(kind, tests, failures),
    });
    show(tests, true);
    // A call while the page is closing cannot wait for its token.
    fetchCsrfToken().catch((error: unknown) => console.warn(error));
  }

  async function end(kind: BulkKind, tests: readonly Test[], failures: readonly Failure[]) {
    const failed = failures.map(({ test }) => test);
    setMarks((now) => mark(now, kind, failed, false));
    if (failures.length > 0) void dialogs.alert(failureWords(kind, failures));
    for (const { testId } of tests) void queries.invalidateQueries({ queryKey: ['report', testId] });
    await queries.invalidateQueries({ queryKey: ['tests'] });
    // The refetched rows say it themselves, and a recurrence may begin again. Deleted tests never return.
    if (kind === 'stopped') setMarks((now) => mark(now, kind, tests, false));
  }

  return {
    words,
    undo,
    remove: (tests: readonly Test[]) => start('deleted', tests),
    stop: (tests: readonly Test[]) => start('stopped', tests),
  };
}
