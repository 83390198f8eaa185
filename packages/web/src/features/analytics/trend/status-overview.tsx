/** 'Test Execution Status Overview' (ANALYTICS-4): pressing a part lists the tests of that status. */
import { Anchor, Box, Center, Flex } from '@mantine/core';
import { decimal, figure } from '@textprobe/domain/figures';
import { EXECUTION_STATUSES, executionStatusLabel } from '@textprobe/domain/run-status';
import { Link, useNavigate } from 'react-router';
import { counted } from '../../../ui/counted.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { StatusPie } from '../charts/trend-charts.tsx';
import { testsAddress } from '../filters/analytics-address.ts';
import { testFiguresNote } from '../filters/filter-words.ts';
import { ChartCard, ChartRoom, type TrendProps } from './chart-card.tsx';
import { FigureTable } from './figure-table.tsx';

export function StatusOverview({ state: { figures, isLoading }, filters }: TrendProps) {
  const navigate = useNavigate();
  const counts = figures.executionStatusDistribution?.executionStatusDistribution;
  const tests = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const known = tests === 0 ? undefined : counts;
  const words = known
    ? EXECUTION_STATUSES.map((status) => `${executionStatusLabel(status)} ${known[status]}`).join(', ')
    : 'No Data';
  return (
    <ChartCard
      title="Test Execution Status Overview"
      note={
        <>
          {counts === undefined ? 'Tests by status' : `${counted(tests, 'test')} by status`}
          <br />
          {testFiguresNote(filters)}
        </>
      }
    >
      <Flex wrap="wrap" gap="xs" align="center">
        <Box flex="1 1 220px" miw={0}>
          <ChartRoom height={220}>
            {!isLoading && (
              <StatusPie
                counts={known ?? null}
                label={`Tests by execution status: ${words}`}
                onStatus={(status) => void navigate(testsAddress(status, filters))}
              />
            )}
            {!isLoading && !known && (
              <Center pos="absolute" inset={0} fw={600} style={{ pointerEvents: 'none' }} aria-hidden>
                No Data
              </Center>
            )}
          </ChartRoom>
        </Box>
        <Box flex="1 1 280px" miw={0}>
          <FigureTable
            label="Tests by execution status"
            columns={[
              [
                'Status',
                (status) => (
                  <Anchor component={Link} to={testsAddress(status, filters)} data-tip="List these tests">
                    <StatusBadge status={status} />
                  </Anchor>
                ),
              ],
              // An unknown count must not look like zero.
              ['Tests', (status) => (counts === undefined ? '–' : figure(counts[status]))],
              ['Share', (status) => (known ? `${decimal((known[status] / tests) * 100, 1)}%` : '–')],
            ]}
            rows={isLoading ? [] : EXECUTION_STATUSES}
            keyOf={String}
            isLoading={isLoading}
          />
        </Box>
      </Flex>
    </ChartCard>
  );
}
