/** How messages arrived: what was found about them, as tables with a bar in each row; a finding, pressed, becomes the filter. */
import { Text } from '@mantine/core';
import { type FindingWord, findingLabel, toneOfFinding } from '@textprobe/domain/finding';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import { figureOf } from '../figures/use-bundle.ts';
import { ChartCard, type TrendProps } from './chart-card.tsx';
import { countRows } from './figure-rows.ts';
import { FigureTable } from './figure-table.tsx';
import { findingSummary, otherCounts, textCounts } from './finding-counts.ts';
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
      <Text mb={12}>{isLoading ? LOADING : findingSummary(figure)}</Text>
      <div className={classes.pair}>
        <FigureTable
          label="Messages by how their text arrived"
          heads={['Text', 'Messages']}
          rows={countRows(textCounts(figure), nameOf)}
          isLoading={isLoading}
          action="Show messages with this finding only"
          onChoose={choose}
        />
        <div>
          <FigureTable
            label="Messages whose sender was changed, whose handset was offline or that were never sent"
            heads={['Beside the text', 'Messages']}
            rows={countRows(otherCounts(figure), nameOf)}
            isLoading={isLoading}
            action="Show these messages only"
            onChoose={choose}
          />
          <Text size="xs" c="dimmed" mt={8}>
            A changed sender is counted whatever became of the text. Where the handset was offline, or the
            message expired before we sent it, nothing is known of the route, and no rate counts the message.
          </Text>
        </div>
      </div>
    </ChartCard>
  );
}

function nameOf(finding: FindingWord) {
  return (
    <>
      <span className={classes.found}>
        <ToneSign tone={toneOfFinding(finding)} />
      </span>
      {findingLabel(finding)}
    </>
  );
}
