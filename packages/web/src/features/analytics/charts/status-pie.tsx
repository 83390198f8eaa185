/** Tests by execution status: a pie in the five status colours, or a grey one where nothing is known (ANALYTICS-4, 9, 11). */
import { EXECUTION_STATUSES, type ExecutionStatus, executionStatusLabel } from '@textprobe/domain/run-status';
import { Pie } from 'react-chartjs-2';
import { useChartColors } from './chart-colors.ts';
import { chartAnimation, pressable } from './chart-setup.ts';

interface StatusPieProps {
  /** Null draws 'No Data'. */
  readonly counts: Readonly<Record<ExecutionStatus, number>> | null;
  readonly label: string;
  readonly onStatus: (status: ExecutionStatus) => void;
}

export function StatusPie({ counts, label, onStatus }: StatusPieProps) {
  const colors = useChartColors();
  const statuses = counts === null ? [] : EXECUTION_STATUSES.filter((status) => counts[status] > 0);
  const parts =
    counts === null
      ? [{ name: 'No Data', count: 1, color: colors.rest }]
      : statuses.map((status) => ({
          name: executionStatusLabel(status),
          count: counts[status],
          color: colors[status],
        }));
  return (
    <Pie
      aria-label={label}
      data={{
        labels: parts.map(({ name }) => name),
        datasets: [
          {
            data: parts.map(({ count }) => count),
            backgroundColor: parts.map(({ color }) => color),
            hoverBackgroundColor: parts.map(({ color }) => color),
            borderColor: colors.surface,
            borderWidth: parts.length > 1 ? 2 : 0,
          },
        ],
      }}
      options={{
        animation: chartAnimation(),
        plugins: { tooltip: { enabled: counts !== null } },
        ...pressable((index) => {
          const status = statuses[index];
          if (status !== undefined) onStatus(status);
        }),
      }}
    />
  );
}
