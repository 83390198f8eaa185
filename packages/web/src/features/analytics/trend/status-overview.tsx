/** 'Test Execution Status Overview' (ANALYTICS-4): pressing a part lists the tests of that status. */
import { decimal, figure } from '@textprobe/domain/figures';
import { EXECUTION_STATUSES, executionStatusLabel } from '@textprobe/domain/run-status';
import { lazy, Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import { counted } from '../../../ui/counted.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TestFiguresNote } from '../figures/test-figures-note.tsx';
import { figureOf } from '../figures/use-bundle.ts';
import { testsAddress } from '../filters/analytics-address.ts';
import { ChartCard, type TrendProps } from './chart-card.tsx';
import classes from './trend.module.css';

const StatusPie = lazy(async () => ({ default: (await import('../charts/trend-charts.tsx')).StatusPie }));

export function StatusOverview({ state, filters }: TrendProps) {
  const navigate = useNavigate();
  const { figure: distribution, isLoading, isOutdated } = figureOf(state, 'executionStatusDistribution');
  const counts = distribution?.executionStatusDistribution ?? null;
  const tests = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const known = tests === 0 ? null : counts;
  const words =
    known === null
      ? 'No Data'
      : EXECUTION_STATUSES.map((status) => `${executionStatusLabel(status)} ${known[status]}`).join(', ');
  return (
    <ChartCard
      id="status-overview"
      title="Test Execution Status Overview"
      note={
        <>
          {counts === null ? 'Tests by status' : `${counted(tests, 'test')} by status`}
          <TestFiguresNote filters={filters} />
        </>
      }
      className={classes.third}
      isOutdated={isOutdated}
    >
      <div className={classes.chart} style={{ height: 220 }}>
        {!isLoading && (
          <Suspense fallback={null}>
            <StatusPie
              counts={known}
              label={`Tests by execution status: ${words}`}
              onStatus={(status) => void navigate(testsAddress(status, filters))}
            />
          </Suspense>
        )}
        {!isLoading && known === null && (
          <span className={classes.noData} aria-hidden>
            No Data
          </span>
        )}
      </div>
      <table
        className={classes.table}
        aria-label="Tests by execution status"
        aria-busy={isLoading || undefined}
      >
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Tests</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {EXECUTION_STATUSES.map((status) => (
            <tr key={status}>
              <th scope="row">
                <Link
                  to={testsAddress(status, filters)}
                  className={classes.badgeLink}
                  data-tip="List these tests"
                >
                  <StatusBadge status={status} />
                </Link>
              </th>
              <td>{isLoading ? <Bone /> : countWords(counts?.[status])}</td>
              <td>{isLoading ? <Bone /> : known === null ? '–' : share(known[status], tests)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartCard>
  );
}

function share(count: number, of: number): string {
  return `${decimal((count / of) * 100, 1)}%`;
}

/** An unknown count must not look like zero. */
function countWords(count: number | undefined): string {
  return count === undefined ? '–' : figure(count);
}

function Bone() {
  return <div className={`bone ${classes.bone}`} aria-hidden />;
}
