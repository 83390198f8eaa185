/** Formats the figures of both sides with the targets. */
import { markdownTable } from '../readme-section.ts';

export interface Round {
  readonly perSecond: number;
  /** CPU seconds per 1,000 messages, without the carrier. */
  readonly cpuPerThousand: number;
}

export interface Side {
  readonly name: string;
  readonly kind: 'ours' | 'kannel' | 'kannel-postgres';
  /** Messages in each round. */
  readonly count: number;
  readonly rounds: readonly Round[];
}

/** Target throughput as a multiple of Kannel's best. */
const TARGETS = { kannel: 2, 'kannel-postgres': 20 } as const;

export function comparisonAsText(sides: readonly Side[]): string {
  const rows = sides.map((side) => [
    side.name,
    String(side.count),
    side.rounds.map(({ perSecond }) => Math.round(perSecond)).join(', '),
    String(Math.round(best(side))),
    Math.min(...side.rounds.map(({ cpuPerThousand }) => cpuPerThousand)).toFixed(2),
  ]);
  const head = ['', 'messages', 'per second, each round', 'best', 'CPU-s per 1,000'];
  return `${markdownTable([head, ...rows])}\n${ratios(sides).join('\n')}\n`;
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
