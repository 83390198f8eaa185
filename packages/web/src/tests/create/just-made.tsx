/** The tests that were just made, for who makes many in a row: which, and the way to their reports. */
import type { Test } from '@textprobe/contract/tests';
import { Link } from 'react-router';
import { counted } from '../../app/counted.ts';

/** More of them are found on the list. */
const SHOWN = 5;

/** @param props.testIds newest first */
export function JustMade({ testIds }: { testIds: readonly number[] }) {
  return (
    <>
      {counted(testIds.length, 'test')} created:{' '}
      {testIds.slice(0, SHOWN).map((testId, index) => (
        <span key={testId}>
          {index > 0 && ', '}
          <Link to={`/test-report/${testId}`} aria-label={`Report of test ${testId}`}>
            #{testId}
          </Link>
        </span>
      ))}
      {testIds.length > SHOWN && (
        <>
          {', '}
          <Link to="/tests">all tests</Link>
        </>
      )}
    </>
  );
}

/** `Test #12: 4 messages, each time`. */
export function madeWords({ testId, officeIDs, phoneIDs, testType }: Test): string {
  const messages = officeIDs.officeIDs.length * phoneIDs.phoneIDs.length;
  return `Test #${testId}: ${counted(messages, 'message')}${testType === 'RECURRING' ? ', each time' : ''}`;
}
