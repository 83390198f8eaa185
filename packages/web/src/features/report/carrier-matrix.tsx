/** How the messages of each carrier ended, as a table whose figures filter the executions by carrier and verdict (EVIDENCE-4). */
import { Box, Button, Group, Table, Text } from '@mantine/core';
import type { TestLog } from '@textprobe/contract/messages';
import { figure } from '@textprobe/domain/figures';
import { countVerdicts, toneOf } from '@textprobe/domain/verdict-tones';
import { percentWords } from '../../ui/counted.ts';
import { ToneSign } from '../../ui/tone-sign.tsx';
import { type CarrierOutcome, outcomesByCarrier } from './carrier-outcomes.ts';
import type { ReportView } from './report-address.ts';

type CarrierMatrixProps = Pick<ReportView, 'report' | 'address' | 'onAddress'>;

/** The carriers stay in view while the figures scroll. */
const NAME_COLUMN = {
  position: 'sticky',
  left: 0,
  background: 'var(--tp-surface)',
  whiteSpace: 'nowrap',
} as const;

/** Hidden while all messages have one carrier and one verdict. */
export function CarrierMatrix({ report: { testLogs }, address, onAddress }: CarrierMatrixProps) {
  const outcomes = outcomesByCarrier(testLogs);
  const verdicts = countVerdicts(testLogs).map(({ verdict }) => verdict);
  if (outcomes.length <= 1 && verdicts.length <= 1) return null;
  return (
    // Thirty carriers must not push the executions away. A scrolling region must be reachable by keyboard.
    <Box
      component="section"
      aria-label="Verdicts by carrier, scrolls"
      tabIndex={0}
      mah={400}
      style={{ overflow: 'auto' }}
    >
      <Table stickyHeader tabularNums verticalSpacing={2} aria-label="Verdicts by carrier">
        <Table.Thead fz="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <Table.Tr>
            <Table.Th style={{ ...NAME_COLUMN, zIndex: 1 }}>Carrier</Table.Th>
            {verdicts.map((verdict) => (
              <Table.Th key={verdict}>
                <Group component="span" gap={4} wrap="nowrap" justify="end">
                  <ToneSign tone={toneOf(verdict)} />
                  {verdict}
                </Group>
              </Table.Th>
            ))}
            <Table.Th ta="right">all</Table.Th>
            <Table.Th w="100%">Received ÷ known</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outcomes.map((outcome) => (
            <CarrierRow key={outcome.carrier} {...{ outcome, verdicts, address, onAddress }} />
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

interface CarrierRowProps extends Omit<CarrierMatrixProps, 'report'> {
  readonly outcome: CarrierOutcome;
  readonly verdicts: readonly TestLog['verdict'][];
}

function CarrierRow({ outcome, verdicts, address, onAddress }: CarrierRowProps) {
  const { carrier, messages, changes, rate } = outcome;
  const name = carrier || 'N/A';
  /** A chosen cell stays a button at zero messages, so that the filter can be removed. */
  const cell = (verdict: TestLog['verdict'] | null, count: number) => {
    const chosen = address.carrier === carrier && address.verdict === verdict;
    return (
      <Table.Td key={verdict} ta="right" c="dimmed">
        {count === 0 && !chosen ? (
          <Text span px={8}>
            –
          </Text>
        ) : (
          <Button
            variant={chosen ? 'light' : 'default'}
            size="compact-sm"
            aria-pressed={chosen}
            aria-label={`${name}, ${verdict ?? 'all'} ${figure(count)}`}
            // How the texts changed.
            data-tip={verdict === null ? undefined : changes.get(verdict)}
            onClick={() => onAddress(chosen ? { verdict: null, carrier: null } : { verdict, carrier })}
          >
            {figure(count)}
          </Button>
        )}
      </Table.Td>
    );
  };
  return (
    <Table.Tr>
      <Table.Th scope="row" maw={176} style={NAME_COLUMN}>
        {name}
      </Table.Th>
      {verdicts.map((column) =>
        cell(column, outcome.verdicts.find(({ verdict }) => verdict === column)?.count ?? 0),
      )}
      {cell(null, messages)}
      <Table.Td c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        <Text span inherit fw={650} c="var(--tp-text)" mr={4}>
          {percentWords(rate.deliveryRate)}
        </Text>
        {rate.known > 0 && `${figure(rate.received)} ÷ ${figure(rate.known)}`}
      </Table.Td>
    </Table.Tr>
  );
}
