/** The figures of both sides beside the targets, and how they get into README.md. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Round {
  readonly perSecond: number;
  /** CPU seconds for a thousand messages, the carrier's not counted. */
  readonly cpuPerThousand: number;
}

export interface Side {
  readonly name: string;
  readonly kind: 'ours' | 'kannel' | 'kannel-postgres';
  /** Messages in each round. */
  readonly count: number;
  readonly rounds: readonly Round[];
}

/** How many times as many messages as Kannel's best we want to do. */
const TARGETS = { kannel: 2, 'kannel-postgres': 20 } as const;
const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- figures beside Kannel: written by npm run bench:kannel -- --write -->';
const END = '<!-- end of the figures beside Kannel -->';

export function comparisonAsText(sides: readonly Side[], isForScreen: boolean): string {
  const rows = sides.map((side) => [
    side.name,
    String(side.count),
    side.rounds.map(({ perSecond }) => Math.round(perSecond)).join(', '),
    String(Math.round(best(side))),
    Math.min(...side.rounds.map(({ cpuPerThousand }) => cpuPerThousand)).toFixed(2),
  ]);
  const head = ['', 'messages', 'a second, each round', 'best', 'CPU-s per 1,000'];
  const table = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
  const lines = table.map((row) => `| ${row.join(' | ')} |`);
  return [isForScreen ? '' : situation(), ...lines, '', ...ratios(sides), ''].join('\n');
}

function ratios(sides: readonly Side[]): string[] {
  const ours = Math.max(...sides.filter(({ kind }) => kind === 'ours').map(best));
  return (['kannel', 'kannel-postgres'] as const).map((kind) => {
    const theirs = Math.max(...sides.filter((side) => side.kind === kind).map(best));
    const ratio = ours / theirs;
    const met = ratio >= TARGETS[kind] ? 'reached' : '**not reached**';
    const where = kind === 'kannel' ? 'in memory' : 'in PostgreSQL';
    return `- Textprobe against Kannel with receipts ${where}: ${ratio.toFixed(2)} times (target ${TARGETS[kind]}: ${met}).`;
  });
}

const best = ({ rounds }: Side) => Math.max(...rounds.map(({ perSecond }) => perSecond));

function situation(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return (
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown CPU'}; ` +
    `load average ${os.loadavg()[1]?.toFixed(1)}, the bench itself included.\n`
  );
}

/** Puts the figures in the place of the last ones. */
export async function writeComparison(sides: readonly Side[]): Promise<void> {
  const text = await readFile(README, 'utf8');
  const [before] = text.split(BEGIN);
  const [, after] = text.split(END);
  if (before === undefined || after === undefined) throw new Error(`${README} has no place for the figures.`);
  await writeFile(README, `${before}${BEGIN}\n\n${comparisonAsText(sides, false)}\n${END}${after}`);
}
