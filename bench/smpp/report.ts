/** The figures of both libraries beside the targets. */
import { markdownTable } from '../readme-section.ts';

export interface Round {
  readonly perSecond: number;
  /** Microseconds of processor time for a message, in the process of the ESME and in that of the SMSC. */
  readonly esmeUs: number;
  readonly smscUs: number;
}

export interface Measured {
  readonly name: string;
  readonly isOurs: boolean;
  readonly withReceipts: boolean;
  readonly rounds: readonly Round[];
}

/** Messages a second. */
const TARGETS = { plain: 200_000, receipts: 120_000 };
const COLUMNS = ['', 'a second, each round', 'median', 'ESME µs', 'SMSC µs', 'times npm', 'target', 'met'];

export function wireAsText(measured: readonly Measured[]): string {
  const rows = measured.map((each) => {
    const { name, isOurs, withReceipts, rounds } = each;
    const perSecond = medianOf(each, (round) => round.perSecond);
    const other = measured.find((it) => !it.isOurs && it.withReceipts === withReceipts);
    const target = withReceipts ? TARGETS.receipts : TARGETS.plain;
    return [
      `${name}${withReceipts ? ', with receipts' : ''}`,
      rounds.map((round) => thousands(round.perSecond)).join(', '),
      thousands(perSecond),
      medianOf(each, ({ esmeUs }) => esmeUs).toFixed(1),
      medianOf(each, ({ smscUs }) => smscUs).toFixed(1),
      other && isOurs ? (perSecond / medianOf(other, (round) => round.perSecond)).toFixed(1) : '–',
      isOurs ? thousands(target) : '–',
      isOurs ? (perSecond >= target ? 'yes' : '**no**') : '–',
    ];
  });
  return markdownTable([COLUMNS, ...rows]);
}

const thousands = (value: number) => Math.round(value).toLocaleString('en-US');

function medianOf({ rounds }: Measured, valueOf: (round: Round) => number): number {
  const values = rounds.map(valueOf).sort((one, other) => one - other);
  return ((values[(values.length - 1) >> 1] ?? 0) + (values[values.length >> 1] ?? 0)) / 2;
}
