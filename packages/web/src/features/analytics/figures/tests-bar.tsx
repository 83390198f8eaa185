/** How all tests stand: a bar in the five status colours, and a way to the tests of each (ANALYTICS-9, 10). */
import { EXECUTION_STATUSES, type ExecutionStatus } from '@textprobe/domain/run-status';
import type { TestType } from '@textprobe/domain/test-type';
import { Link } from 'react-router';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { COLOR_TOKENS } from '../charts/chart-colors.ts';
import classes from './tests-bar.module.css';

interface TestsBarProps {
  /** Null while they load, and when they could not be: then no number stands there. */
  readonly counts: Readonly<Record<ExecutionStatus, number>> | null;
  readonly testType: TestType | undefined;
}

export function TestsBar({ counts, testType }: TestsBarProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.bar} aria-hidden>
        {EXECUTION_STATUSES.filter((status) => (counts?.[status] ?? 0) > 0).map((status) => (
          <span
            key={status}
            style={{ flexGrow: counts?.[status] ?? 0, background: `var(${COLOR_TOKENS[status]})` }}
          />
        ))}
      </div>
      <ul className={classes.legend} aria-label="Tests by execution status">
        {EXECUTION_STATUSES.map((status) => (
          <li key={status}>
            <Link to={testsAddress(status, testType)} className={classes.link} data-tip="List these tests">
              <StatusBadge status={status} /> {counts === null ? '–' : counts[status].toLocaleString('en-US')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The list of tests with a status, filtered by test type too; the list has no filter for message types and dates. */
export function testsAddress(status: ExecutionStatus, testType: TestType | undefined): string {
  const type = testType === undefined ? '' : `&testType=${testType}`;
  return `/tests?executionStatus=${status}${type}`;
}
