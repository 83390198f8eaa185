/** Existing tests as the CSV of Create several, to duplicate many at once (OVERVIEW-2). */
import type { Test } from '@textprobe/contract/tests';
import { quoteCell } from '@textprobe/domain/csv-cell';
import { AT_ONCE_CELL } from './read-lines.ts';

/** Why the CSV cannot hold this test; null if it can. */
export function leftOutReason(
  test: Pick<Test, 'messageType' | 'testType' | 'pairs' | 'messageBody'>,
): string | null {
  if (test.messageType === 'MMS') return 'an MMS';
  if (test.testType === 'RECURRING') return 'recurring';
  if (test.pairs !== null) return 'for chosen pairs of office and phone';
  return test.messageBody.trim() === '' ? 'without a text' : null;
}

/** Recipients are written as ids, which are unique. Each line names everything, so that it takes nothing from the draft. */
export function csvOfTests(tests: readonly Test[]): string {
  const rows = tests.map(({ messageBody, officeIDs, phoneIDs, testType, scheduledTimestamp }) => [
    messageBody,
    officeIDs.officeIDs.join(';'),
    phoneIDs.phoneIDs.join(';'),
    testType === 'SCHEDULED' ? (scheduledTimestamp ?? '').slice(0, 16).replace('T', ' ') : AT_ONCE_CELL,
  ]);
  return [['message', 'office', 'phone', 'time'], ...rows]
    .map((cells) => `${cells.map(quoteCell).join(',')}\n`)
    .join('');
}

export interface LeftOut {
  readonly testId: number;
  readonly reason: string;
}

/** `Copied from 3 tests. … Left out, because this screen cannot copy them: test 12 (an MMS).` */
export function copiedWords(copied: number, leftOut: readonly LeftOut[]): string {
  const from =
    copied === 0
      ? 'Nothing was copied.'
      : `Copied from ${copied === 1 ? '1 test' : `${copied} tests`}. Nothing is sent until you create them.`;
  if (leftOut.length === 0) return from;
  const list = new Intl.ListFormat('en').format(
    leftOut.map(({ testId, reason }) => `test ${testId} (${reason})`),
  );
  return `${from} Left out, because this screen cannot copy ${leftOut.length === 1 ? 'it' : 'them'}: ${list}.`;
}
