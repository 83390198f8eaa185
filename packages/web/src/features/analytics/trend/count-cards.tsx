/** Messages by type and by finding, as tables with a bar in each row; pressing a row sets the filter. */
import { Text } from '@mantine/core';
import { COMPARISONS, isAltered, UNALTERED_COMPARISONS } from '@textprobe/domain/comparison-classes';
import { figure } from '@textprobe/domain/figures';
import type { FileFinding } from '@textprobe/domain/file-classes';
import { BEST_FIRST, fileFindingLabel, toneOfFileFinding } from '@textprobe/domain/file-finding';
import {
  FINDINGS,
  type Finding,
  type FindingWord,
  findingLabel,
  findingOfText,
  toneOfFinding,
} from '@textprobe/domain/finding';
import { type TestType, testTypeLabel } from '@textprobe/domain/test-type';
import type { Figure } from '../../../api/analytics-bundle.ts';
import { counted, percentWords } from '../../../ui/counted.ts';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import { figureOf } from '../figures/use-bundle.ts';
import { ChartCard, type TrendProps } from './chart-card.tsx';
import { countRows, FigureTable } from './figure-table.tsx';
import classes from './trend.module.css';

/** Counts by message type and by test type. */
export function TypeCounts({ state, onFilter }: TrendProps) {
  const byMessageType = figureOf(state, 'messageTypeDistribution');
  const byTestType = figureOf(state, 'testTypeDistribution');
  return (
    <ChartCard
      id="type-counts"
      title="Messages by type"
      note="Messages created"
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

/** As high as the loaded sentence. */
const LOADING = '\u00a0';

/** How messages arrived, by finding. */
export function Findings({ state, onFilter }: TrendProps) {
  const { figure: counts, isLoading, isOutdated } = figureOf(state, 'findingCounts');
  const choose = (finding: string) => onFilter({ finding: finding as FindingWord });
  return (
    <ChartCard
      id="findings"
      title="How messages arrived"
      note="Texts and files that handsets reported, compared with those sent"
      className={classes.full}
      isOutdated={isOutdated}
    >
      <Text mb={12}>{isLoading ? LOADING : findingSummary(counts)}</Text>
      <div className={classes.pair}>
        <FigureTable
          label="Messages by how their text arrived"
          heads={['Text', 'Messages']}
          rows={countRows(textCounts(counts), nameOf)}
          isLoading={isLoading}
          action="Show messages with this finding only"
          onChoose={choose}
        />
        <div>
          {counts !== undefined && Object.values(counts.fileFindingCounts).some((count) => count > 0) && (
            <FigureTable
              label="MMS by what became of their files"
              heads={['Files', 'Messages']}
              rows={countRows(fileCounts(counts), nameOfFiles)}
              isLoading={isLoading}
              action="Show messages with these files only"
              onChoose={(files) => onFilter({ fileFinding: files })}
            />
          )}
          <FigureTable
            label="Messages with a changed sender, with an offline handset, or never sent"
            heads={['Other findings', 'Messages']}
            rows={countRows(otherCounts(counts), nameOf)}
            isLoading={isLoading}
            action="Show these messages only"
            onChoose={choose}
          />
          <Text size="xs" c="dimmed" mt={8}>
            A changed sender counts regardless of the text. Offline handsets and expired messages say nothing
            about the route, so no rate includes them.
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

function nameOfFiles(files: FileFinding) {
  return (
    <>
      <span className={classes.found}>
        <ToneSign tone={toneOfFileFinding(files)} />
      </span>
      {fileFindingLabel(files)}
    </>
  );
}

type Counts = Figure<'findingCounts'>;

/** The findings about texts. */
const OF_TEXT: readonly Finding[] = FINDINGS.filter(
  (finding) => finding !== 'handset offline' && finding !== 'not sent',
);
const ALTERED: readonly Finding[] = COMPARISONS.filter(isAltered).map(findingOfText);
const INTACT: readonly Finding[] = UNALTERED_COMPARISONS.map(findingOfText);

/** How texts arrived; empty while there are no counts. */
export function textCounts(counts: Counts | undefined): (readonly [FindingWord, number])[] {
  return counts === undefined ? [] : OF_TEXT.map((finding) => [finding, counts.findingCounts[finding]]);
}

/** What became of files. */
function fileCounts(counts: Counts): (readonly [FileFinding, number])[] {
  return BEST_FIRST.map((files) => [files, counts.fileFindingCounts[files]]);
}

/** Findings that are not about the text. */
export function otherCounts(counts: Counts | undefined): (readonly [FindingWord, number])[] {
  if (counts === undefined) return [];
  return [
    ['sender changed', counts.senderChangedCount],
    ['handset offline', counts.findingCounts['handset offline']],
    ['not sent', counts.findingCounts['not sent']],
  ];
}

/** `Of 1,120 reported texts, 1,092 (97.5%) arrived as sent or looking the same and 28 changed.` */
export function findingSummary(counts: Counts | undefined): string {
  if (counts === undefined) return 'No data';
  const sum = (findings: readonly Finding[]) =>
    findings.reduce((total, finding) => total + counts.findingCounts[finding], 0);
  const intact = sum(INTACT);
  const altered = sum(ALTERED);
  const read = intact + altered;
  if (read === 0) return 'No handset has reported its text.';
  const percent = percentWords(Math.round((intact / read) * 1_000) / 10);
  return `Of ${counted(read, 'reported text')}, ${figure(intact)} (${percent}) arrived as sent or looking the same and ${figure(altered)} changed.`;
}
