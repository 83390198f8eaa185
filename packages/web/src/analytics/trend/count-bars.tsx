/** Messages by message type and by test type, as tables with a bar in each row; a type, pressed, becomes the filter. */
import { testTypeLabel } from '@textprobe/domain/test-type';
import { figureOf } from '../figures/use-bundle.ts';
import { TEST_TYPES } from '../filters/analytics-address.ts';
import { ChartCard } from './chart-card.tsx';
import { type FigureRow, FigureTable } from './figure-table.tsx';
import type { TrendProps } from './trend-props.ts';
import classes from './trend.module.css';

export function TypeCounts({ state, onFilter }: TrendProps) {
  const byMessageType = figureOf(state, 'messageTypeDistribution');
  const byTestType = figureOf(state, 'testTypeDistribution');
  return (
    <ChartCard
      id="type-counts"
      title="Messages by type"
      note="How many messages were made"
      className={classes.wide}
      isOutdated={byMessageType.isOutdated || byTestType.isOutdated}
    >
      <div className={classes.pair}>
        <FigureTable
          label="Messages by message type"
          heads={['Message type', 'Messages']}
          rows={countRows(byMessageType.figure, (type) => type)}
          isLoading={byMessageType.isLoading}
          action="Show this message type only"
          onChoose={(messageType) => onFilter({ messageType })}
        />
        <FigureTable
          label="Messages by test type"
          heads={['Test type', 'Messages']}
          rows={countRows(byTestType.figure, testTypeName)}
          isLoading={byTestType.isLoading}
          action="Show this test type only"
          onChoose={(testType) => onFilter({ testType })}
        />
      </div>
    </ChartCard>
  );
}

function testTypeName(type: string): string {
  const known = TEST_TYPES.find((one) => one === type);
  return known === undefined ? type : testTypeLabel(known);
}

function countRows(
  counts: Readonly<Record<string, number>> | undefined,
  nameOf: (type: string) => string,
): FigureRow[] {
  const most = Math.max(1, ...Object.values(counts ?? {}));
  return Object.entries(counts ?? {}).map(([type, count]) => ({
    key: type,
    name: nameOf(type),
    value: count.toLocaleString('en-US'),
    bar: (count / most) * 100,
  }));
}
