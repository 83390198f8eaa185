/** Messages by type and by finding, as tables with a bar in each row; pressing a row sets the filter. */
import { Flex, SimpleGrid, Text } from '@mantine/core';
import { COMPARISONS, isAltered, UNALTERED_COMPARISONS } from '@textprobe/domain/comparison-classes';
import { figure } from '@textprobe/domain/figures';
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
import type { Tone } from '@textprobe/domain/verdict-tones';
import type { Figure } from '../../../api/analytics-bundle.ts';
import { counted, percentWords } from '../../../ui/counted.ts';
import { ToneSign } from '../../../ui/tone-sign.tsx';
import { ChartCard, type TrendProps } from './chart-card.tsx';
import { BarTable, countRows } from './figure-table.tsx';

export function TypeCounts({ state: { figures, isLoading }, onFilter }: TrendProps) {
  return (
    <ChartCard title="Messages by type" note="Messages created">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        <BarTable
          label="Messages by message type"
          heads={['Message type', 'Messages']}
          rows={countRows(Object.entries(figures.messageTypeDistribution ?? {}), (type) => type)}
          isLoading={isLoading}
          action="Show this message type only"
          onChoose={(messageType) => onFilter({ messageType })}
        />
        <BarTable
          label="Messages by test type"
          heads={['Test type', 'Messages']}
          rows={countRows(Object.entries(figures.testTypeDistribution ?? {}), (type) =>
            testTypeLabel(type as TestType),
          )}
          isLoading={isLoading}
          action="Show this test type only"
          onChoose={(testType) => onFilter({ testType })}
        />
      </SimpleGrid>
    </ChartCard>
  );
}

/** As high as the loaded sentence. */
const LOADING = '\u00a0';

export function Findings({ state: { figures, isLoading }, onFilter }: TrendProps) {
  const { findingCounts: counts } = figures;
  const choose = (finding: string) => onFilter({ finding });
  const nameOf = (finding: FindingWord) => signed(toneOfFinding(finding), findingLabel(finding));
  return (
    <ChartCard
      title="How messages arrived"
      note="Texts and files that handsets reported, compared with those sent"
    >
      <Text mb="sm">{isLoading ? LOADING : findingSummary(counts)}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xl">
        <BarTable
          label="Messages by how their text arrived"
          heads={['Text', 'Messages']}
          rows={countRows(textCounts(counts), nameOf)}
          isLoading={isLoading}
          action="Show messages with this finding only"
          onChoose={choose}
        />
        <div>
          {counts !== undefined && Object.values(counts.fileFindingCounts).some((count) => count > 0) && (
            <BarTable
              label="MMS by what became of their files"
              heads={['Files', 'Messages']}
              rows={countRows(
                BEST_FIRST.map((files) => [files, counts.fileFindingCounts[files]] as const),
                (files) => signed(toneOfFileFinding(files), fileFindingLabel(files)),
              )}
              isLoading={isLoading}
              action="Show messages with these files only"
              onChoose={(fileFinding) => onFilter({ fileFinding })}
            />
          )}
          <BarTable
            label="Messages with a changed sender, with an offline handset, or never sent"
            heads={['Other findings', 'Messages']}
            rows={countRows(otherCounts(counts), nameOf)}
            isLoading={isLoading}
            action="Show these messages only"
            onChoose={choose}
          />
          <Text size="xs" c="dimmed" mt="xs">
            A changed sender counts regardless of the text. Offline handsets and expired messages say nothing
            about the route, so no rate includes them.
          </Text>
        </div>
      </SimpleGrid>
    </ChartCard>
  );
}

const signed = (tone: Tone, label: string) => (
  <Flex component="span" gap={6} align="center">
    <ToneSign tone={tone} /> {label}
  </Flex>
);

type Counts = Figure<'findingCounts'>;

const OF_TEXT: readonly Finding[] = FINDINGS.filter(
  (finding) => finding !== 'handset offline' && finding !== 'not sent',
);
const ALTERED: readonly Finding[] = COMPARISONS.filter(isAltered).map(findingOfText);
const INTACT: readonly Finding[] = UNALTERED_COMPARISONS.map(findingOfText);

/** How texts arrived; empty while there are no counts. */
export function textCounts(counts: Counts | undefined): (readonly [FindingWord, number])[] {
  return counts === undefined ? [] : OF_TEXT.map((finding) => [finding, counts.findingCounts[finding]]);
}

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
