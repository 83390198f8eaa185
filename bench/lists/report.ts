/** Formats the figures as a table. */
import { markdownTable } from '../readme-section.ts';
import type { Landmarks } from './landmarks.ts';
import type { Times } from './measure.ts';
import { STREAM_MEMORY_TARGET_MB, type StreamMemory } from './stream-memory.ts';

export interface Figure {
  readonly name: string;
  /** Milliseconds over HTTP, p95. */
  readonly target: number | null;
  readonly http: Times;
  /** The same asked by an account with some partners; null: not asked. */
  readonly ofPartners: Times | null;
  readonly sql: Times;
}

export interface Report {
  readonly known: Landmarks;
  readonly figures: readonly Figure[];
  readonly stream: StreamMemory | null;
  readonly postgres: string;
  readonly requests: number;
}

const COLUMNS = [
  'Question',
  'HTTP p50',
  'HTTP p95',
  'HTTP p99',
  'SQL p95',
  'ratio',
  'target',
  'met',
  'of 20 partners p50',
  'ratio',
];

function figuresAsTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, http, ofPartners, sql, target }) => [
    name,
    ...[http.p50, http.p95, http.p99, sql.p95, http.p95 / sql.p95].map((value) => value.toFixed(1)),
    target === null ? '–' : String(target),
    target === null ? '–' : http.p95 <= target ? 'yes' : '**no**',
    ofPartners?.p50.toFixed(1) ?? '–',
    ofPartners === null ? '–' : (ofPartners.p50 / http.p50).toFixed(1),
  ]);
  return markdownTable([COLUMNS, ...rows]);
}

export function reportText({ known, figures, stream, postgres, requests }: Report): string {
  const thousands = (value: number) => value.toLocaleString('en-US');
  const lines = [
    `${thousands(known.tests)} tests and ${thousands(known.messages)} messages; ${requests} requests each, milliseconds; PostgreSQL ${postgres}.`,
    '',
    figuresAsTable(figures),
  ];
  if (stream !== null) {
    const met = stream.peak < STREAM_MEMORY_TARGET_MB ? 'met' : 'not met';
    lines.push(
      `\`/all\` without a page: ${thousands(stream.tests)} tests, ${stream.megabytes.toFixed(0)} MB in ${stream.seconds.toFixed(1)} s; ` +
        `the process used at most ${stream.peak.toFixed(0)} MB (target ${STREAM_MEMORY_TARGET_MB} MB: ${met}).`,
      '',
    );
  }
  return lines.join('\n');
}
