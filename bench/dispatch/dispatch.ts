/**
 * `npm run bench -- dispatch`: durable rows, submit_sm over TCP, receipts settled; rollups and live events on, phones whose
 * evidence is the receipt. A round is one test: from its creation over HTTP until the SMSC's last receipt is
 * acknowledged, which is after the commit that settled its message.
 */
import type { BenchOptions } from '../options.ts';
import { figure, markdownTable, median, targetLines, writeSection } from '../readme-section.ts';
import { machineTime } from '../smsc/tally.ts';
import { type CpuUse, cpuPerMessage, type Stage, withStage } from '../stage.ts';

const MESSAGES = 50_000;
const PHONES = 500;
const WARM_UP_SHARE = 0.2;
const PATIENCE_MS = 120_000;
/** Messages a second, and CPU seconds for a thousand of them, the SMSC's not counted. */
const TARGETS = { perSecond: 20_000, cpu: 0.05 };

/** What a round came to. */
export interface Round {
  readonly perSecond: number;
  readonly cpu: CpuUse;
}

export async function measureDispatch({ messages, rounds, write }: BenchOptions): Promise<void> {
  const offices = Math.max(1, Math.round((messages ?? MESSAGES) / PHONES));
  const done = await withStage({ offices, phones: PHONES, evidence: 'receipt' }, async (stage) => {
    await sendRound(stage, Math.max(1, Math.round(offices * WARM_UP_SHARE)));
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      measured.push(await sendRound(stage, offices));
      process.stderr.write(
        `round ${round}: ${Math.round(measured.at(-1)?.perSecond ?? 0)} messages a second\n`,
      );
    }
    return measured;
  });
  const figures = describe(done, offices * PHONES);
  process.stdout.write(figures);
  if (write) await writeSection('dispatch', figures);
}

/** @throws Error where not every message arrived once, or not all are settled */
export async function sendRound(
  { smsc, creator, ids, database, cpu }: Stage,
  offices: number,
): Promise<Round> {
  const count = offices * ids.phones.length;
  const { done } = await smsc.expect(count, PATIENCE_MS);
  const before = cpu();
  const startedAt = machineTime();
  const test = await creator.create({ ...ids, offices: ids.offices.slice(0, offices) }, 'Hello');
  const { lastAcknowledgedAt, submissions, parts } = await done;
  const used = cpuPerMessage(before, cpu(), count);
  if (submissions !== count || parts !== count) {
    throw new Error(`${submissions} submissions of ${parts} messages came for ${count}`);
  }
  const { rows } = await database.query<{ delivered: number }>(
    'select count(*)::int as delivered from messages where test_id = $1 and receipt_state = 3 and settled_at is not null',
    [test.testId],
  );
  if (rows[0]?.delivered !== count)
    throw new Error(`only ${rows[0]?.delivered} of ${count} are settled as delivered`);
  return { perSecond: count / ((lastAcknowledgedAt - startedAt) / 1_000), cpu: used };
}

function describe(rounds: readonly Round[], count: number): string {
  const ours = ({ cpu }: Round) => cpu.node + cpu.postgres;
  const table = markdownTable([
    ['round', 'messages', 'a second', 'CPU-s per 1,000', 'of it Node', 'PostgreSQL', 'the SMSC besides'],
    ...rounds.map((round, index) => [
      String(index + 1),
      figure(count),
      figure(round.perSecond),
      ...[ours(round), round.cpu.node, round.cpu.postgres, round.cpu.smsc].map((value) => value.toFixed(3)),
    ]),
  ]);
  const lines = targetLines([
    {
      name: 'messages a second, median',
      value: median(rounds.map(({ perSecond }) => perSecond)),
      target: TARGETS.perSecond,
      atLeast: true,
      unit: 'messages',
    },
    {
      name: 'CPU for 1,000 messages, median',
      value: median(rounds.map(ours)),
      target: TARGETS.cpu,
      atLeast: false,
      unit: 's',
    },
  ]);
  return `${table}\n${lines}`;
}
