/** The outcome of a test at a glance: figures, a bar of verdicts, a chip for each verdict and a matrix by carrier that filter the executions. */
import { DataList, Paper, Progress, Stack, Text } from '@mantine/core';
import { formatSeconds, summarizeDelays } from '@textprobe/domain/delivery-time';
import { figure } from '@textprobe/domain/figures';
import { deliveryRateWords } from '@textprobe/domain/report-rate';
import { describeVerdict } from '@textprobe/domain/verdict';
import { countVerdicts, toneOf } from '@textprobe/domain/verdict-tones';
import { percentWords, unalteredWords } from '../../ui/counted.ts';
import tones from '../../ui/tones.module.css';
import { CarrierMatrix } from './carrier-matrix.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { ReportView } from './report-address.ts';
import { durationsByLog } from './use-report.ts';

export function SummaryStrip({ report, address, onAddress }: ReportView) {
  const { testLogs, testLogCount, rate } = report;
  const { verdict: chosen } = address;
  const counts = countVerdicts(testLogs).map(({ verdict, count }) => [verdict, count] as const);
  const delays = summarizeDelays(durationsByLog(report).values());
  const seconds = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : formatSeconds(value);
  const figures: readonly (readonly [name: string, value: string, formula?: string] | false)[] = [
    ['Delivery rate', percentWords(rate.deliveryRate), deliveryRateWords(rate)],
    ['Unaltered rate', percentWords(rate.unalteredRate), unalteredWords(rate)],
    ['In progress', figure(rate.inProgress)],
    ['Outcome unknown', figure(rate.unknown)],
    rate.offline > 0 && ['Phone offline', figure(rate.offline)],
    rate.notSent > 0 && ['Not sent', figure(rate.notSent)],
    ['Median delay', seconds(delays?.medianSeconds)],
    typeof delays?.p95Seconds === 'number' && ['95% within', seconds(delays.p95Seconds)],
    ['Slowest', seconds(delays?.slowestSeconds)],
  ];
  const barWords = counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  return (
    <Paper component="section" withBorder p="md" mb="lg" aria-label="Outcome">
      <Stack gap="md">
        <DataList orientation="vertical" style={{ flexFlow: 'row wrap', gap: '12px 40px' }}>
          {figures
            .filter((one) => one !== false)
            .map(([name, value, formula]) => (
              <DataList.Item key={name} {...(formula !== undefined && { miw: 208 })}>
                <DataList.ItemLabel fz="xs">{name}</DataList.ItemLabel>
                <DataList.ItemValue fz={20} lh="28px" fw={650}>
                  {value}
                </DataList.ItemValue>
                {formula !== undefined && (
                  <DataList.ItemValue fz="xs" c="dimmed">
                    {formula}
                  </DataList.ItemValue>
                )}
              </DataList.Item>
            ))}
        </DataList>
        <Progress.Root
          style={{ gap: 2, forcedColorAdjust: 'none' }}
          role="img"
          aria-label={barWords || 'No messages yet'}
        >
          {counts.map(([verdict, count]) => (
            <Progress.Section
              key={verdict}
              className={tones[toneOf(verdict)] ?? ''}
              color="var(--tone)"
              value={(100 * count) / testLogs.length}
              miw={4}
              // Striped, as only the carrier confirmed delivery.
              striped={verdict === 'receipt only'}
              animated={verdict === 'in transit'}
              withAria={false}
              data-verdict={verdict}
            />
          ))}
        </Progress.Root>
        <FilterChips
          aria-label="Show executions by verdict"
          all={['all', testLogs.length]}
          counts={
            chosen === null || counts.some(([verdict]) => verdict === chosen)
              ? counts
              : [...counts, [chosen, 0]]
          }
          wordsOf={(verdict) => ({
            label: verdict,
            about: describeVerdict(verdict),
            tone: toneOf(verdict),
          })}
          chosen={chosen}
          onChoose={(verdict) => onAddress({ verdict })}
        />
        <CarrierMatrix {...{ report, address, onAddress }} />
        {testLogCount > testLogs.length && (
          <Text fz="xs" c="dimmed">
            Rate, progress and unknown cover all {figure(testLogCount)} messages; delays, bar, verdicts and
            carriers cover the newest {figure(testLogs.length)}.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
