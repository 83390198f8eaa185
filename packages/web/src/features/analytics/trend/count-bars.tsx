/** Messages by message type and by test type, as tables with a bar in each row; a type, pressed, becomes the filter. */
import { type TestType, testTypeLabel } from '@textprobe/domain/test-type';
import { figureOf } from '../figures/use-bundle.ts';
import { ChartCard, type TrendProps } from './chart-card.tsx';
import { countRows } from './figure-rows.ts';
import { FigureTable } from './figure-table.tsx';
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
          rows={countRows(Object.entries(byMessageType.figure ?? {}), (type) => type)}
          isLoading={byMessageType.isLoading}
          action="Show this message type only"
          onChoose={(messageType) => onFilter({ messageType })}
        />
        <FigureTable
          label="Messages by test type"
          heads={['Test type', 'Messages']}
          rows={countRows(Object.entries(byTestType.figure ?? {}), (type) => testTypeLabel(type as TestType))}
          isLoading={byTestType.isLoading}
          action="Show this test type only"
          onChoose={(testType) => onFilter({ testType })}
        />
      </div>
    </ChartCard>
  );
}
