/** The figures of both libraries beside the targets, and how they get into README.md. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

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
const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- figures of the wire: written by npm run bench -- smpp --write -->';
const END = '<!-- end of the figures of the wire -->';
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
  const table = [COLUMNS, COLUMNS.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  return `${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}

const thousands = (value: number) => Math.round(value).toLocaleString('en-US');

function medianOf({ rounds }: Measured, valueOf: (round: Round) => number): number {
  const values = rounds.map(valueOf).sort((one, other) => one - other);
  return ((values[(values.length - 1) >> 1] ?? 0) + (values[values.length >> 1] ?? 0)) / 2;
}

/** Puts the figures in the place of the last ones. */
export async function writeWire(measured: readonly Measured[]): Promise<void> {
  const text = await readFile(README, 'utf8');
  const [before] = text.split(BEGIN);
  const [, after] = text.split(END);
  if (before === undefined || after === undefined) throw new Error(`${README} has no place for the figures.`);
  const figures = `${situation()}\n\n${wireAsText(measured)}`;
  await writeFile(README, `${before}${BEGIN}\n\n${figures}\n${END}${after}`);
}

function situation(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return (
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown CPU'}; ` +
    `Node ${process.versions.node}; load average ${os.loadavg()[1]?.toFixed(1)}, the bench itself included.`
  );
}
