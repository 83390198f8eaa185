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

/** The server's limit on the tests in one export. */
const EXPORT_LIMIT: typeof ExportTestsLimit = 200;

export function bulkActions(chosen: readonly Test[]) {
  const [first, ...others] = chosen;
  const only = others.length === 0 ? first : undefined;
  return {
    duplicate: actionFor(chosen, {
      // A single test of any kind opens Create Test.
      applies: (test) => only !== undefined || leftOutReason(test) === null,
      label: 'Duplicate',
      tip: (count) =>
        `${count === 1 ? '1 is' : `${figure(count)} are`} MMS, recurring, without a text, or for chosen pairs`,
      refusal:
        'Several tests are duplicated only if they are SMS with a text, do not recur, and have no chosen pairs. Duplicate these one at a time.',
      limit: LINES_LIMIT,
    }),
    export: actionFor(chosen, {
      applies: ({ latestRun }) => latestRun !== null,
      label: 'Export',
      tip: (count) => `${have(count)} not run yet`,
      refusal: 'There are no logs to export: none of the selected tests has run yet.',
      limit: EXPORT_LIMIT,
    }),
    stop: actionFor(chosen, {
      applies: ({ recurrenceActive }) => recurrenceActive,
      label: 'Stop recurrence',
      partLabel: 'Stop recurrence of',
      tip: (count) => `${have(count)} no active recurrence`,
      refusal: 'There is nothing to stop: none of the selected tests has an active recurrence.',
    }),
    delete: actionFor(chosen, {
      applies: ({ executionStatus }) => refusal('delete', executionStatus) === null,
      label: 'Delete',
      tip: (count) => `${have(count)} already run`,
      refusal:
        (only && refusal('delete', only.executionStatus)) ??
        'Cannot delete these tests: all of them have already run. Only unexecuted tests can be deleted.',
    }),
  };
}

interface ActionRule {
  readonly applies: (test: Test) => boolean;
  readonly label: string;
  /** Continues with `2 of 3`; default: the label. */
  readonly partLabel?: string;
  readonly tip: (others: number) => string;
  readonly refusal: string;
  readonly limit?: number;
}

function actionFor(chosen: readonly Test[], rule: ActionRule): BulkAction {
  const { label, partLabel = label, limit = Number.POSITIVE_INFINITY } = rule;
  const tests = chosen.filter(rule.applies);
  const others = chosen.length - tests.length;
  if (tests.length === 0) return { tests, label, tip: null, refusal: rule.refusal };
  const excess = tests.length - limit;
  return {
    tests,
    label: others === 0 ? label : `${partLabel} ${figure(tests.length)} of ${figure(chosen.length)}`,
    tip: others === 0 ? null : rule.tip(others),
    refusal: excess > 0 ? `The limit is ${limit} tests at once. Deselect ${figure(excess)}.` : null,
  };
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
  if (more > 0) listed.push(`${figure(more)} more ${more === 1 ? 'test' : 'tests'} also failed.`);
  return listed.join(' ');
}
