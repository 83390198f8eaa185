/**
 * The figures of a chart as a table: every part that can be pressed in the chart is a button here, for keyboard and screen reader users.
 */
import { Box, Group, Progress, Table, Text, VisuallyHidden } from '@mantine/core';
import { figure } from '@textprobe/domain/figures';
import type { ReactNode } from 'react';
import { percentWords } from '../../../ui/counted.ts';
import { TextButton } from '../../../ui/text-button.tsx';

const ALIGNED = [{ style: { whiteSpace: 'nowrap' } }, { ta: 'right' }] as const;

interface FigureTableProps<Row> {
  readonly label: string;
  /** The head of each column and its cell; the first names the row. */
  readonly columns: readonly (readonly [head: ReactNode, cell: (row: Row) => ReactNode])[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Whether the figures are loading, which is not the same as no data. */
  readonly isLoading: boolean;
  /** The height in pixels above which it scrolls, or the width below which it does. */
  readonly scrolls?: { readonly mah?: number; readonly miw?: number };
}

export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { label, columns, rows, keyOf, isLoading, scrolls } = props;
  const table = (
    <Table
      fz="sm"
      tabularNums
      horizontalSpacing={0}
      verticalSpacing={4}
      stickyHeader={scrolls?.mah !== undefined}
      miw={scrolls?.miw}
      aria-label={label}
      aria-busy={isLoading || undefined}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(([head], column) => (
            <Table.Th key={column} scope="col" fz="xs" fw={550} c="dimmed" {...ALIGNED[column === 0 ? 0 : 1]}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(([, cell], column) =>
              column === 0 ? (
                <Table.Th key={column} scope="row" w="1%" pr="sm" fw={400} {...ALIGNED[0]}>
                  {cell(row)}
                </Table.Th>
              ) : (
                <Table.Td key={column} {...ALIGNED[1]}>
                  {cell(row)}
                </Table.Td>
              ),
            )}
          </Table.Tr>
        ))}
        {rows.length === 0 &&
          (isLoading ? [1, 2, 3] : [0]).map((row) => (
            <Table.Tr key={row} aria-hidden={isLoading}>
              <Table.Td colSpan={columns.length} c="dimmed">
                {isLoading ? <div className="bone" /> : 'No data'}
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
  if (scrolls === undefined) return table;
  return (
    <Box
      component="section"
      // It contains the texts for screen readers, which would otherwise stretch the page.
      pos="relative"
      mah={scrolls.mah}
      style={{ overflow: 'auto' }}
      aria-label={`${label}, scrolls`}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      {table}
    </Box>
  );
}

interface BarRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: string;
  /** Percent of its track that the bar takes; null if unknown. */
  readonly bar: number | null;
}

interface BarTableProps extends Omit<FigureTableProps<BarRow>, 'columns' | 'keyOf'> {
  readonly heads: readonly [string, string];
  /** What pressing a row's name does, for screen readers; without it names are plain text. */
  readonly action?: string;
  readonly onChoose?: (key: string) => void;
}

const OWN_COLORS = { forcedColorAdjust: 'none' } as const;

/** A bar in each row. */
export function BarTable({ heads, action = '', onChoose, ...table }: BarTableProps) {
  return (
    <FigureTable
      {...table}
      keyOf={({ key }) => key}
      columns={[
        [
          heads[0],
          ({ key, name }) =>
            onChoose === undefined ? (
              name
            ) : (
              <TextButton c="inherit" data-tip={action} onClick={() => onChoose(key)}>
                {name}
              </TextButton>
            ),
        ],
        [
          heads[1],
          ({ value, bar }) => (
            <Group gap={0} wrap="nowrap" justify="end">
              {bar !== null && <Progress value={bar} size={6} flex={1} style={OWN_COLORS} aria-hidden />}
              <Text span inherit w={64} {...(bar === null && { c: 'dimmed' })}>
                {value}
                {bar === null && <VisuallyHidden> no outcome known</VisuallyHidden>}
              </Text>
            </Group>
          ),
        ],
      ]}
    />
  );
}

/** Percent by label, in the order of the response; null if no outcome is known. */
export type Rates = Readonly<Record<string, number | null>>;

export function rateRows(rates: Rates | undefined, nameOf: (label: string) => string): BarRow[] {
  return Object.entries(rates ?? {}).map(([label, rate]) => ({
    key: label,
    name: nameOf(label),
    value: percentWords(rate),
    bar: rate,
  }));
}

/** Describes the line for screen readers: the number of known values, the lowest and the highest. */
export function ratesInWords(rates: Rates | undefined, nameOf: (label: string) => string): string {
  const known = Object.entries(rates ?? {}).filter((one): one is [string, number] => one[1] !== null);
  const sorted = known.toSorted(([, one], [, other]) => one - other);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return 'No Data';
  const at = ([label, rate]: [string, number]) => `${percentWords(rate)} (${nameOf(label)})`;
  return `${known.length} known, lowest ${at(lowest)}, highest ${at(highest)}`;
}

/** Bars are relative to the highest count. */
export function countRows<K extends string>(
  counts: readonly (readonly [K, number])[],
  nameOf: (label: K) => ReactNode,
): BarRow[] {
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return counts.map(([label, count]) => ({
    key: label,
    name: nameOf(label),
    value: figure(count),
    bar: (count / most) * 100,
  }));
}

// Date parses a day or a month without a time as midnight UTC.
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `Nov 21` for `2026-11-21`. */
export function dayName(day: string): string {
  return dayFormat.format(new Date(day));
}

/** `Nov 2026` for `2026-11`. */
export function monthName(month: string): string {
  return monthFormat.format(new Date(month));
}
