/** The figures as a table, and how they get into README.md. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Landmarks } from './landmarks.ts';
import type { Times } from './measure.ts';
import { STREAM_MEMORY_TARGET_MB, type StreamMemory } from './stream-memory.ts';

export interface Figure {
  readonly name: string;
  /** Milliseconds over HTTP, p95. */
  readonly target: number | null;
  readonly http: Times;
  readonly sql: Times;
}

export interface Report {
  readonly known: Landmarks;
  readonly figures: readonly Figure[];
  readonly stream: StreamMemory | null;
  readonly postgres: string;
  readonly requests: number;
}

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- figures of lists: written by npm run bench -- lists --write -->';
const END = '<!-- end of the figures of lists -->';
const COLUMNS = ['Question', 'HTTP p50', 'HTTP p95', 'HTTP p99', 'SQL p95', 'ratio', 'target', 'met'];

export function figuresAsTable(figures: readonly Figure[], withHead: boolean): string {
  const rows = figures.map(({ name, http, sql, target }) => [
    name,
    ...[http.p50, http.p95, http.p99, sql.p95, http.p95 / sql.p95].map((value) => value.toFixed(1)),
    target === null ? '–' : String(target),
    target === null ? '–' : http.p95 <= target ? 'yes' : '**no**',
  ]);
  const head = withHead ? [COLUMNS, ['---', ...COLUMNS.slice(1).map(() => '---:')]] : [];
  return [...head, ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

/** Puts the report in the place of the last one. */
export async function writeReadme(report: Report): Promise<void> {
  const text = await readFile(README, 'utf8');
  const [before] = text.split(BEGIN);
  const [, after] = text.split(END);
  if (before === undefined || after === undefined) throw new Error(`${README} has no place for the figures.`);
  await writeFile(README, `${before}${BEGIN}\n\n${reportText(report)}\n${END}${after}`);
}

function reportText({ known, figures, stream, postgres, requests }: Report): string {
  const thousands = (value: number) => value.toLocaleString('en-US');
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const lines = [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${machine}; Node ${process.versions.node}, PostgreSQL ${postgres}.`,
    `${thousands(known.tests)} tests and ${thousands(known.messages)} messages; ${requests} requests each, milliseconds.`,
    `Load average ${os.loadavg()[1]?.toFixed(1)}, of which the bench itself makes some 1.5: the rest is other work on the same cores.`,
    '',
    figuresAsTable(figures, true),
  ];
  if (stream !== null) {
    const met = stream.peak < STREAM_MEMORY_TARGET_MB ? 'met' : 'not met';
    lines.push(
      `\`/all\` without a page: ${thousands(stream.tests)} tests, ${stream.megabytes.toFixed(0)} MB in ${stream.seconds.toFixed(1)} s; ` +
        `the process took ${stream.peak.toFixed(0)} MB at most (target ${STREAM_MEMORY_TARGET_MB} MB: ${met}).`,
      '',
    );
  }
  return lines.join('\n');
}
