/** The gauge of the delivery rate, its formula, and the same figures as a table (ANALYTICS-3, 9). */
import { Box, Flex, Paper, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { percentWords, unalteredWords } from '../../../ui/counted.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { Compared } from './compared-periods.ts';
import { compareRates, RATE_FORMULA } from './figure-words.ts';
import { ComparedLine, type Measure } from './metric-cards.tsx';
import type { BundleState } from './use-bundle.ts';

const RATES: Measure = {
  of: ({ deliveryRate }) => deliveryRate?.deliveryRate,
  compare: compareRates,
  words: percentWords,
  none: 'No known outcomes',
};

interface DeliveryGaugeProps {
  readonly state: Pick<BundleState, 'figures' | 'isLoading' | 'isOutdated'>;
  /** Whether the rate is zero because the logs failed to load. */
  readonly isFailed: boolean;
  readonly compared: Compared | null;
  readonly onReceived: () => void;
}

export function DeliveryGauge({ state, isFailed, compared, onReceived }: DeliveryGaugeProps) {
  const { figures, isLoading, isOutdated } = state;
  const rate = RATES.of(figures);
  const hasRate = typeof rate === 'number';
  const noRate = isLoading ? 'loading' : 'no outcome known';
  const rest = hasRate && !isFailed ? Math.round((100 - rate) * 10) / 10 : null;
  const received = (
    <TextButton c="inherit" onClick={onReceived}>
      Received
    </TextButton>
  );
  const row = (name: ReactNode, value: number | null | undefined, color?: string) => (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {color && <Box component="span" style={SWATCH} w={10} h={10} mr="xs" bdrs="xs" bg={color} />}
        {name}
      </Table.Th>
      <Table.Td ta="right">{percentWords(value)}</Table.Td>
    </Table.Tr>
  );
  return (
    <Paper component="section" withBorder p="md" flex="1 1 294px" aria-labelledby="delivery-rate">
      <Title order={2} size="h3" id="delivery-rate">
        Delivery Rate
      </Title>
      <Flex wrap="wrap" gap="sm" justify="center" align="center">
        <Box pos="relative" h={260} w={260} opacity={isOutdated ? 0.5 : 1}>
          <Ring
            rate={rate ?? 0}
            label={`Delivery rate: ${hasRate ? percentWords(rate) : noRate}`}
            onReceived={onReceived}
          />
          <Stack
            pos="absolute"
            inset={0}
            gap={0}
            align="center"
            justify="center"
            style={{ pointerEvents: 'none' }}
            aria-hidden
          >
            <Text fz={40} lh="48px" mih={48} fw={680}>
              {!isLoading && percentWords(rate)}
            </Text>
            <Text fz="sm" c="dimmed">
              received
            </Text>
          </Stack>
        </Box>
        <Box flex="1 1 240px">
          <Table
            fz="sm"
            tabularNums
            horizontalSpacing={0}
            verticalSpacing={4}
            withRowBorders={false}
            aria-label="Delivery rate"
          >
            <Table.Tbody>
              {row(received, rate, RECEIVED)}
              {row('Not received', rest, REST)}
              {row('Unaltered rate', figures.unalteredRate?.unalteredRate)}
            </Table.Tbody>
          </Table>
          <Text size="xs" c="dimmed" mt="xs">
            {RATE_FORMULA}
            <br />
            {unalteredWords(figures.unalteredRate)}
          </Text>
          {compared && (
            <Box component="dl" m={0} mt="xs">
              <VisuallyHidden component="dt">Delivery rate</VisuallyHidden>
              <ComparedLine compared={compared} measure={RATES} />
            </Box>
          )}
        </Box>
      </Flex>
    </Paper>
  );
}

const SWATCH = { display: 'inline-block', forcedColorAdjust: 'none' } as const;
const RECEIVED = 'var(--tp-fill-delivered)';
const REST = 'var(--tp-line-strong)';

interface RingProps {
  /** Percent, clockwise from the top. */
  readonly rate: number;
  readonly label: string;
  readonly onReceived: () => void;
}

/**
 * 260 × 260 px, an 80% cutout, green for received and gray for the remainder (ANALYTICS-9). The library's ring takes 80% of its box, and
 * Chart.js is a quarter of this screen's download.
 */
function Ring({ rate, label, onReceived }: RingProps) {
  const circle = { cx: 130, cy: 130, r: 117, fill: 'none', strokeWidth: 26 };
  return (
    <svg width={260} height={260} role="img" aria-label={label} style={{ forcedColorAdjust: 'none' }}>
      <circle {...circle} style={{ stroke: REST }} />
      {/* The button in the table does the same by keyboard. */}
      <circle
        {...circle}
        transform="rotate(-90 130 130)"
        pathLength={100}
        strokeDasharray={`${rate} 100`}
        style={{ stroke: RECEIVED, cursor: 'pointer' }}
        onClick={onReceived}
      />
    </svg>
  );
}
