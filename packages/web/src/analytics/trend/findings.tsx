/** How messages arrived: what was found about them, as tables with a bar in each row; a finding, pressed, becomes the filter. */
import type { FindingWord } from '@textprobe/domain/finding';
import { figureOf } from '../figures/use-bundle.ts';
import { ToneSign } from '../../messages/tone-sign.tsx';
import { ChartCard } from './chart-card.tsx';
import { type FindingRow, findingSummary, otherRows, textRows } from './finding-rows.ts';
import { type FigureRow, FigureTable } from './figure-table.tsx';
import type { TrendProps } from './trend-props.ts';
import classes from './trend.module.css';

/** As high as the sentence that will come. */
const LOADING = '\u00a0';

export function Findings({ state, onFilter }: TrendProps) {
  const { figure, isLoading, isOutdated } = figureOf(state, 'findingCounts');
  const choose = (finding: string) => onFilter({ finding: finding as FindingWord });
  return (
    <ChartCard
      id="findings"
      title="How messages arrived"
      note="What handsets read beside what was sent, character by character; an MMS by its text"
      className={classes.full}
      isOutdated={isOutdated}
    >
      <p className={classes.summary}>{isLoading ? LOADING : findingSummary(figure)}</p>
      <div className={classes.pair}>
        <FigureTable
          label="Messages by how their text arrived"
          heads={['Text', 'Messages']}
          rows={textRows(figure).map(figureRow)}
          isLoading={isLoading}
          action="Show messages with this finding only"
          onChoose={choose}
        />
        <div>
          <FigureTable
            label="Messages whose sender was changed, whose handset was offline or that were never sent"
            heads={['Beside the text', 'Messages']}
            rows={otherRows(figure).map(figureRow)}
            isLoading={isLoading}
            action="Show these messages only"
            onChoose={choose}
          />
          <p className={classes.tableNote}>
            A changed sender is counted whatever became of the text. Where the handset was offline, or the
            message expired before we sent it, nothing is known of the route, and no rate counts the message.
          </p>
        </div>
      </div>
    </ChartCard>
  );
}

function figureRow({ key, label, tone, count, bar }: FindingRow): FigureRow {
  const name = (
    <>
      <span className={classes.found}>
        <ToneSign tone={tone} />
      </span>
      {label}
    </>
  );
  return { key, name, value: count.toLocaleString('en-US'), bar };
}
