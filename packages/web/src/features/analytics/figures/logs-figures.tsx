/**
 * The figures above the logs (ANALYTICS-3): the gauge, three cards for messages and four for tests, each compared with the previous period,
 * and the tests by status.
 */
import { Anchor, Flex, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { Link } from 'react-router';
import type { AnalyticsFilters } from '../../../api/analytics.ts';
import type { Figures } from '../../../api/analytics-bundle.ts';
import { counted, percentWords } from '../../../ui/counted.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { COLOR_TOKENS } from '../charts/chart-colors.ts';
import { testsAddress } from '../filters/analytics-address.ts';
import { testFiguresNote } from '../filters/filter-words.ts';
import { type ComparedPeriods, compareFigures } from './compared-periods.ts';
import { DeliveryGauge } from './delivery-gauge.tsx';
import {
  compareDelays,
  compareRates,
  delayWords,
  FULLY_FORMULA,
  minutesWords,
  SUCCESS_FORMULA,
  sampleWords,
  truthWords,
} from './figure-words.ts';
import { type Card, COUNTS, MetricCards } from './metric-cards.tsx';
import type { BundleState } from './use-bundle.ts';

/** Shown if the logs failed to load (ANALYTICS-11). */
const ZEROED: Figures = {
  messageCount: { messageCount: 0 },
  receivedMessageCount: { receivedMessageCount: 0 },
  deliveryRate: { deliveryRate: 0 },
  deliveryDelay: { deliveryDelay: null },
};

const DELAYS = {
  compare: compareDelays,
  words: (minutes: number | null | undefined) =>
    typeof minutes === 'number' ? delayWords(minutes * 60) : '–',
  none: 'None received',
};
const RATES = { compare: compareRates, words: percentWords, none: 'None completed' };

const messagesOf = ({ messageCount }: Figures) => messageCount?.messageCount;
const delayOf = ({ deliveryDelay }: Figures) => deliveryDelay?.deliveryDelay;
const countsOf = ({ executionStatusCounts }: Figures) => executionStatusCounts?.executionStatusCounts;
const testsOf = (figures: Figures) => sumOf(countsOf(figures));
const ofTests = (figures: Figures) => (countsOf(figures) ? `, of ${counted(testsOf(figures), 'test')}` : '');

function sumOf(counts: Readonly<Record<string, number>> = {}): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const MESSAGE_CARDS: readonly Card[] = [
  { ...COUNTS, name: 'Messages', of: messagesOf, note: () => 'One per office and phone in each run' },
  {
    ...COUNTS,
    name: 'Received',
    of: (figures) => figures.receivedMessageCount?.receivedMessageCount,
    note: () => 'Confirmed by the handset, or by the receipt where that is the evidence',
  },
  {
    ...DELAYS,
    name: 'Average Delay',
    of: delayOf,
    valueWords: minutesWords,
    note: (figures) =>
      typeof delayOf(figures) === 'number'
        ? `${DELAYS.words(delayOf(figures))} from submission to reception, on average`
        : 'From submission to reception, on average',
  },
];

const TEST_CARDS: readonly Card[] = [
  {
    ...RATES,
    name: 'Execution Success Rate',
    of: (figures) => figures.executionSuccessRate?.executionSuccessRate,
    note: () => SUCCESS_FORMULA,
  },
  {
    ...RATES,
    name: 'Fully Delivered Rate',
    of: (figures) => figures.fullyDeliveredRate?.fullyDeliveredRate,
    note: () => FULLY_FORMULA,
  },
  {
    ...COUNTS,
    name: 'Unexecuted Tests',
    value: (figures) => figures.unexecutedTestCount?.unexecutedTestCount,
    of: (figures) => countsOf(figures)?.UNEXECUTED,
    note: (figures) => `Not started yet${ofTests(figures)}`,
  },
  {
    ...COUNTS,
    name: 'Executing Tests',
    value: (figures) => figures.executingTestCount?.executingTestCount,
    of: (figures) => countsOf(figures)?.EXECUTING,
    note: (figures) => `Running now${ofTests(figures)}`,
  },
];

/** A failed figure must not be compared as zero. */
function hasNoMessages(now: Figures, before: Figures): boolean {
  return messagesOf(before) === undefined || (messagesOf(now) === 0 && messagesOf(before) === 0);
}

function hasNoTests(now: Figures, before: Figures): boolean {
  const isIncomplete = (figures: Figures) =>
    !figures.executionSuccessRate || !figures.fullyDeliveredRate || !figures.executionStatusCounts;
  return isIncomplete(now) || isIncomplete(before) || testsOf(now) + testsOf(before) === 0;
}

interface LogsFiguresProps {
  readonly state: BundleState;
  readonly filters: AnalyticsFilters;
  readonly periods: ComparedPeriods | null;
  /** Whether the logs failed to load. */
  readonly isFailed: boolean;
  readonly onReceived: () => void;
  /** Shows the messages whose receipts alone say delivered. */
  readonly onReceiptOnly: () => void;
}

export function LogsFigures(props: LogsFiguresProps) {
  const { state, filters, periods, isFailed, onReceived, onReceiptOnly } = props;
  const ofMessages = isFailed ? { figures: ZEROED, isLoading: false, isOutdated: false } : state;
  const compared = isFailed ? null : compareFigures(state, periods, hasNoMessages);
  const comparedTests = compareFigures(state, periods, hasNoTests);
  const truth = ofMessages.figures.receiptTruth;
  return (
    // Where they do not fit beside it, the cards are below the gauge.
    <Flex wrap="wrap" gap="md">
      <DeliveryGauge state={ofMessages} isFailed={isFailed} compared={compared} onReceived={onReceived} />
      <Stack gap="md" flex="999 1 640px" miw={0} justify="space-between">
        <MetricCards
          title="Messages"
          cards={MESSAGE_CARDS}
          state={ofMessages}
          isFailed={isFailed}
          compared={compared}
        />
        <Paper
          component="section"
          withBorder
          px="md"
          py="sm"
          opacity={state.isOutdated ? 0.5 : 1}
          aria-labelledby="claim-and-truth"
        >
          <Title order={3} id="claim-and-truth">
            {truthWords(truth)}
          </Title>
          <Text size="xs" c="dimmed">
            {sampleWords(truth)}.{' '}
            {(truth?.judged ?? 0) > 0 && (
              <TextButton onClick={onReceiptOnly}>Show messages with a receipt only</TextButton>
            )}
          </Text>
        </Paper>
        <MetricCards
          title="Tests"
          about={testFiguresNote(filters, comparedTests !== null)}
          cards={TEST_CARDS}
          state={state}
          compared={comparedTests}
        />
        <TestsBar figures={state.figures} filters={filters} />
      </Stack>
    </Flex>
  );
}

interface TestsBarProps {
  /** Without the counts while loading and after a failure: no numbers are shown. */
  readonly figures: Figures;
  readonly filters: AnalyticsFilters;
}

/** All tests by status: a bar in the five status colors, with links to the tests of each (ANALYTICS-9, 10). */
function TestsBar({ figures, filters }: TestsBarProps) {
  const counts = figures.executionStatusDistribution?.executionStatusDistribution;
  const tests = sumOf(counts);
  return (
    <Paper withBorder px="md" py="sm">
      <Progress.Root style={{ gap: 2, forcedColorAdjust: 'none' }} aria-hidden>
        {EXECUTION_STATUSES.filter((status) => counts?.[status]).map((status) => (
          <Progress.Section
            key={status}
            value={(100 * (counts?.[status] ?? 0)) / tests}
            color={`var(${COLOR_TOKENS[status]})`}
            miw={4}
            withAria={false}
          />
        ))}
      </Progress.Root>
      <Flex
        component="ul"
        wrap="wrap"
        gap="8px 16px"
        m={0}
        mt="sm"
        p={0}
        aria-label="Tests by execution status"
      >
        {EXECUTION_STATUSES.map((status) => (
          <li key={status} style={{ listStyle: 'none' }}>
            <Anchor
              component={Link}
              to={testsAddress(status, filters)}
              c="inherit"
              fw={550}
              data-tip="List these tests"
            >
              <StatusBadge status={status} /> {counts === undefined ? '–' : figure(counts[status])}
            </Anchor>
          </li>
        ))}
      </Flex>
    </Paper>
  );
}
