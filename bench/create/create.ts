/**
 * `npm run bench -- create`: the latency from creating an immediate test to its message on the wire, and a run of 100,000
 * messages: time to create them, throughput and peak memory.
 */
import type { BenchOptions } from '../options.ts';
import { figure, markdownTable, targetLines, writeSection } from '../readme-section.ts';
import { withStage } from '../stage.ts';
import { type Latency, measureFirstMessage } from './first-message.ts';
import { type LargeRun, measureLargeRun } from './large-run.ts';

const OFFICES = 20;
const MESSAGES = 100_000;
/** Milliseconds, milliseconds, seconds, megabytes. */
const TARGETS = { p50: 5, p99: 12, createdAfter: 1.5, peak: 300 };

export async function measureCreate({ messages, write }: BenchOptions): Promise<void> {
  const phones = Math.ceil((messages ?? MESSAGES) / OFFICES);
  const size = { offices: OFFICES, phones, evidence: 'receipt' } as const;
  const figures = await withStage(size, async (stage) => {
    const latencies = await measureFirstMessage(stage);
    process.stderr.write(`${latencies.length} tests measured; next, one with ${OFFICES * phones} messages\n`);
    return describe(latencies, await measureLargeRun(stage));
  });
  process.stdout.write(figures);
  if (write) await writeSection('create', figures);
}

function describe(latencies: readonly Latency[], run: LargeRun): string {
  const at = (share: number, of: (latency: Latency) => number) =>
    latencies.map(of).toSorted((a, b) => a - b)[Math.ceil(latencies.length * share) - 1] ?? Number.NaN;
  const row = (name: string, of: (latency: Latency) => number) => [
    name,
    ...[0.5, 0.9, 0.99, 1].map((share) => at(share, of).toFixed(1)),
  ];
  const afterAnswer = ({ afterAnswer: ms }: Latency) => ms;
  const table = markdownTable([
    [`${latencies.length} sequential tests, ms`, 'p50', 'p90', 'p99', 'max'],
    row('from the response (201) to the submit_sm', afterAnswer),
    row('from the request to the submit_sm', ({ afterRequest: ms }) => ms),
  ]);
  const large =
    `One run of ${figure(run.messages)} messages: settled at ${figure(run.perSecond)} per second, including creation; ` +
    `CPU-s per 1,000: ${(run.cpu.node + run.cpu.postgres).toFixed(3)} (Node ${run.cpu.node.toFixed(3)}, ` +
    `PostgreSQL ${run.cpu.postgres.toFixed(3)}).\n`;
  const below = { atLeast: false };
  const lines = targetLines([
    { name: '201 to submit_sm, p50', value: at(0.5, afterAnswer), target: TARGETS.p50, unit: 'ms', ...below },
    {
      name: '201 to submit_sm, p99',
      value: at(0.99, afterAnswer),
      target: TARGETS.p99,
      unit: 'ms',
      ...below,
    },
    {
      name: `${figure(run.messages)} messages of one run created`,
      value: run.createdAfter,
      target: TARGETS.createdAfter,
      unit: 's',
      ...below,
    },
    {
      name: `peak memory of the process (${figure(run.before)} MB before)`,
      value: run.peak,
      target: TARGETS.peak,
      unit: 'MB',
      ...below,
    },
  ]);
  return `${table}\n${large}\n${lines}`;
}
