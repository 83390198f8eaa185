/** What the bar of the selected tests says: to which of them each action applies, what was done, and what failed. */
import type { EXPORT_TESTS_LIMIT as ExportTestsLimit } from '@textprobe/contract/messages';
import type { Test } from '@textprobe/contract/tests';
import { figure } from '@textprobe/domain/figures';
import { counted } from '../../../ui/counted.ts';
import { reasonOf } from '../../../ui/problem-reasons.tsx';
import { leftOutReason } from '../several/copied-tests.ts';
import { LINES_LIMIT } from '../several/read-lines.ts';
import { namedTest, refusal } from './test-words.ts';
import type { Marks } from './use-chosen.ts';

export type BulkKind = keyof Marks;

/** An action for the selected tests. */
export interface BulkAction {
  /** The tests to which it applies. */
  readonly tests: readonly Test[];
  readonly label: string;
  /** Why it does not apply to the others; null if there are none. */
  readonly tip: string | null;
  /** Why it cannot be pressed: it applies to none, or to more than its limit. Null if it can. */
  readonly refusal: string | null;
}

interface BulkActions {
  readonly duplicate: BulkAction;
  readonly export: BulkAction;
  readonly stop: BulkAction;
  readonly delete: BulkAction;
}

/** The server's limit on the tests in one export. */
const EXPORT_LIMIT: typeof ExportTestsLimit = 200;

export function bulkActions(chosen: readonly Test[]): BulkActions {
  const [first, ...others] = chosen;
  const only = others.length === 0 ? first : undefined;
  return {
    duplicate:
      only === undefined
        ? within(
            LINES_LIMIT,
            actionFor(chosen, (test) => leftOutReason(test) === null, {
              label: 'Duplicate',
              tip: (count) =>
                `${count === 1 ? '1 is' : `${figure(count)} are`} MMS, recurring, without a text, or for chosen pairs`,
              refusal:
                'Several tests are duplicated only if they are SMS with a text, do not recur, and have no chosen pairs. Duplicate these one at a time.',
            }),
          )
        : { tests: chosen, label: 'Duplicate', tip: null, refusal: null },
    export: within(
      EXPORT_LIMIT,
      actionFor(chosen, ({ latestRun }) => latestRun !== null, {
        label: 'Export',
        tip: (count) => `${have(count)} not run yet`,
        refusal: 'There are no logs to export: none of the selected tests has run yet.',
      }),
    ),
    stop: actionFor(chosen, ({ recurrenceActive }) => recurrenceActive, {
      label: 'Stop recurrence',
      of: true,
      tip: (count) => `${have(count)} no active recurrence`,
      refusal: 'There is nothing to stop: none of the selected tests has an active recurrence.',
    }),
    delete: actionFor(chosen, ({ executionStatus }) => refusal('delete', executionStatus) === null, {
      label: 'Delete',
      tip: (count) => `${have(count)} already run`,
      refusal:
        (only && refusal('delete', only.executionStatus)) ??
        'Cannot delete these tests: all of them have already run. Only unexecuted tests can be deleted.',
    }),
  };
}

interface ActionWords {
  readonly label: string;
  /** Whether the label continues with `of 2 of 3`. */
  readonly of?: boolean;
  readonly tip: (count: number) => string;
  readonly refusal: string;
}

function actionFor(
  chosen: readonly Test[],
  applies: (test: Test) => boolean,
  words: ActionWords,
): BulkAction {
  const tests = chosen.filter(applies);
  const others = chosen.length - tests.length;
  if (tests.length === 0) return { tests, label: words.label, tip: null, refusal: words.refusal };
  if (others === 0) return { tests, label: words.label, tip: null, refusal: null };
  const some = `${figure(tests.length)} of ${figure(chosen.length)}`;
  return {
    tests,
    label: `${words.label}${words.of ? ' of' : ''} ${some}`,
    tip: words.tip(others),
    refusal: null,
  };
}

function within(limit: number, action: BulkAction): BulkAction {
  const excess = action.tests.length - limit;
  if (excess <= 0) return action;
  return { ...action, refusal: `The limit is ${limit} tests at once. Deselect ${figure(excess)}.` };
}

function have(count: number): string {
  return count === 1 ? '1 has' : `${figure(count)} have`;
}

/** `2 tests deleted.` */
export function doneWords(kind: BulkKind, count: number): string {
  return `${counted(count, kind === 'deleted' ? 'test' : 'recurrence')} ${kind}.`;
}

export interface Failure {
  readonly test: Test;
  readonly error: unknown;
}

/** Limit on the failures listed. */
const LISTED = 5;

/** `Failed to delete test 12 “Hi there”. Cannot delete test. …` */
export function failureWords(kind: BulkKind, failures: readonly Failure[]): string {
  const action = kind === 'deleted' ? 'delete' : 'stop the recurrence of';
  const listed = failures
    .slice(0, LISTED)
    .map(({ test, error }) => `Failed to ${action} ${namedTest(test)}. ${reasonOf(error)}`);
  const more = failures.length - listed.length;
  return [
    ...listed,
    ...(more > 0 ? [`${figure(more)} more ${more === 1 ? 'test' : 'tests'} also failed.`] : []),
  ].join(' ');
}
