/** How a test's fields read in the list (LIST-3), when the list refreshes itself (LIST-11), and why a test cannot be changed. */
import type { Test } from '@textprobe/contract/tests';
import { figure } from '@textprobe/domain/figures';
import { type ExecutionStatus, runStatusLabel } from '@textprobe/domain/run-status';

/** The server computes whether occurrences remain. */
export function recurrenceWords({ recurrenceActive }: Pick<Test, 'recurrenceActive'>): string {
  return recurrenceActive ? 'Recurrence: Active' : 'N/A';
}

/** Whether a recurring test was stopped, or is past its last run: LIST-3 shows N/A for both, as for a test that never recurred. */
export function hasEnded({
  testType,
  recurrenceActive,
}: Pick<Test, 'testType' | 'recurrenceActive'>): boolean {
  return testType === 'RECURRING' && !recurrenceActive;
}

/** `154 of 162 received`; where these numbers differ also `150 of 160 unaltered`. */
export function outcomeWords({
  messages,
  received,
  unaltered,
  compared,
}: NonNullable<Test['latestRun']>): string {
  const arrived = `${figure(received)} of ${figure(messages)} received`;
  if (compared === 0 || (unaltered === compared && compared === received)) return arrived;
  return `${arrived}, ${figure(unaltered)} of ${figure(compared)} unaltered`;
}

/** `Last 20 runs: 18 Delivered, 1 Failed, 1 Missed`, the status of the newest run first. */
export function runsInWords(runs: Test['recentRuns']): string {
  const byStatus = [...Map.groupBy(runs, ({ status }) => status)];
  const counts = byStatus.map(([status, own]) => `${own.length} ${runStatusLabel(status)}`).join(', ');
  return `${runs.length === 1 ? 'Last run' : `Last ${runs.length} runs`}: ${counts}`;
}

/**
 * The first name and the number of the others (`short`), and all known names (`all`).
 * @param count total, of which `names` are the first
 */
export function shortList(
  names: readonly string[],
  count = names.length,
): { readonly short: string; readonly all: string } {
  const [first = 'N/A'] = names;
  const unnamed = count - names.length;
  return {
    short: count < 2 ? first : `${first} +${figure(count - 1)}`,
    all: names.join(', ') + (unnamed > 0 ? ` and ${figure(unnamed)} more` : ''),
  };
}

/** Whether a test may change without user action: the page then refreshes every minute (LIST-11). */
export function mayChange({
  executionStatus,
  testType,
}: Pick<Test, 'executionStatus' | 'testType'>): boolean {
  return executionStatus === 'EXECUTING' || testType === 'SCHEDULED' || testType === 'RECURRING';
}

/** The alert's text; null while the test is UNEXECUTED, which includes no status (LIST-12). */
export function refusal(
  action: 'update' | 'delete',
  status: ExecutionStatus | null | undefined,
): string | null {
  if (status === null || status === undefined || status === 'UNEXECUTED') return null;
  return `Cannot ${action} test. Test has execution status: ${status}. Only unexecuted tests can be ${action}d.`;
}

/** Maximum length of the message quoted in a sentence about its test. */
const NAMED_BY = 60;

/** `test 12 “Hi {first_name}, your table is…”` */
export function namedTest({ testId, messageBody }: Pick<Test, 'testId' | 'messageBody'>): string {
  const text = messageBody.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return `test ${testId}`;
  const letters = [...text];
  const start = letters.length > NAMED_BY ? `${letters.slice(0, NAMED_BY).join('').trimEnd()}…` : text;
  return `test ${testId} “${start}”`;
}
