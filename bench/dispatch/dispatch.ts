/**
 * `npm run bench -- dispatch`: durable rows, submit_sm over TCP, receipts settled; rollups and live events on, phones judged by
 * receipts. A round is one test, from its creation over HTTP until the SMSC's last receipt is acknowledged, which is after the
 * commit that settled its message. With `--late 5` the SMSC delays each receipt by five seconds, so each message is updated
 * twice.
 */
import type { BenchOptions } from '../options.ts';
import { figure, markdownTable, median, targetLines, writeSection } from '../readme-section.ts';
import { machineTime } from '../smsc/tally.ts';
import { type CpuUse, cpuPerMessage, type Stage, withStage } from '../stage.ts';

const MESSAGES = 50_000;
const PHONES = 500;
const WARM_UP_SHARE = 0.2;
const PATIENCE_MS = 120_000;
/** Messages per second; CPU seconds per 1,000 messages, without the SMSC; bytes per message. */
const TARGETS = { perSecond: 20_000, cpu: 0.05, cpuLate: 0.07, wal: 1_200, stored: 800 };

/** The result of a round. */
export interface Round {
  readonly perSecond: number;
  readonly cpu: CpuUse;
  /** Bytes of write-ahead log per message, including full-page images. */
  readonly wal: number;
  /** Growth of the monthly tables and their indexes, in bytes per message. */
  readonly stored: { readonly table: number; readonly index: number };
}

/** Position of the write-ahead log, and size of the monthly tables. */
interface Octets {
  readonly wal: number;
  readonly table: number;
  readonly index: number;
}

export async function measureDispatch({ messages, rounds, late, write }: BenchOptions): Promise<void> {
  const offices = Math.max(1, Math.round((messages ?? MESSAGES) / PHONES));
  const size = { offices, phones: PHONES, evidence: 'receipt', lateMs: late * 1_000 } as const;
  const done = await withStage(size, async (stage) => {
    await sendRound(stage, Math.max(1, Math.round(offices * WARM_UP_SHARE)));
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      measured.push(await sendRound(stage, offices));
      process.stderr.write(
        `round ${round}: ${Math.round(measured.at(-1)?.perSecond ?? 0)} messages per second\n`,
      );
    }
    return measured;
  });
  const figures = describe(done, offices * PHONES, late > 0);
  process.stdout.write(figures);
  if (write) await writeSection(late > 0 ? `dispatch --late ${late}` : 'dispatch', figures);
}

/** @throws Error unless every message was submitted once and is settled */
export async function sendRound(
  { smsc, creator, ids, database, cpu }: Stage,
  offices: number,
): Promise<Round> {
  const count = offices * ids.phones.length;
  const { done } = await smsc.expect(count, PATIENCE_MS);
  const octets = await octetsOf(database);
  const before = cpu();
  const startedAt = machineTime();
  const test = await creator.create({ ...ids, offices: ids.offices.slice(0, offices) }, 'Hello');
  const { lastAcknowledgedAt, submissions, parts } = await done;
  const used = cpuPerMessage(before, cpu(), count);
  if (submissions !== count || parts !== count) {
    throw new Error(`received ${submissions} submissions of ${parts} messages, expected ${count}`);
  }
  const { rows } = await database.query<{ delivered: number }>(
    'select count(*)::int as delivered from messages where test_id = $1 and receipt_state = 3 and settled_at is not null',
    [test.testId],
  );
  if (rows[0]?.delivered !== count)
    throw new Error(`only ${rows[0]?.delivered} of ${count} are settled as delivered`);
  const now = await octetsOf(database);
  return {
    perSecond: count / ((lastAcknowledgedAt - startedAt) / 1_000),
    cpu: used,
    wal: (now.wal - octets.wal) / count,
    stored: { table: (now.table - octets.table) / count, index: (now.index - octets.index) / count },
  };
}

async function octetsOf(database: Stage['database']): Promise<Octets> {
  const { rows } = await database.query<Octets>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
      sum(pg_table_size(oid))::float8 as "table", sum(pg_indexes_size(oid))::float8 as index
    from pg_class where relispartition and relkind = 'r'`,
  );
  const [octets] = rows;
  if (octets === undefined) throw new Error('PostgreSQL returned no table sizes');
  return octets;
}

function describe(rounds: readonly Round[], count: number, isLate: boolean): string {
  const ours = ({ cpu }: Round) => cpu.node + cpu.postgres;
  const table = markdownTable([
    [
      'round',
      'messages',
      'per second',
      'CPU-s per 1,000',
      'Node',
      'PostgreSQL',
      'SMSC (not included)',
      'WAL bytes per message',
      'table bytes',
      'index bytes',
    ],
    ...rounds.map((round, index) => [
      String(index + 1),
      figure(count),
      figure(round.perSecond),
      ...[ours(round), round.cpu.node, round.cpu.postgres, round.cpu.smsc].map((value) => value.toFixed(3)),
      ...[round.wal, round.stored.table, round.stored.index].map((value) => figure(Math.round(value))),
    ]),
  ]);
  const speed = {
    name: 'messages per second, median',
    value: median(rounds.map(({ perSecond }) => perSecond)),
    target: TARGETS.perSecond,
    atLeast: true,
    unit: 'messages',
  };
  const lines = targetLines([
    // With late receipts the rate measures the SMSC's delay.
    ...(isLate ? [] : [speed]),
    {
      name: 'CPU for 1,000 messages, median',
      value: median(rounds.map(ours)),
      target: isLate ? TARGETS.cpuLate : TARGETS.cpu,
      atLeast: false,
      unit: 's',
    },
    {
      name: 'write-ahead log per message, median',
      value: median(rounds.map(({ wal }) => wal)),
      target: TARGETS.wal,
      atLeast: false,
      unit: 'octets',
    },
    {
      name: 'table and index per message, mean',
      value: rounds.reduce((sum, { stored }) => sum + stored.table + stored.index, 0) / rounds.length,
      target: TARGETS.stored,
      atLeast: false,
      unit: 'octets',
    },
  ]);
  return `${table}\n${lines}`;
}
