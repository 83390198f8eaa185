/**
 * `npm run bench -- receptions`: handset reports over HTTP, each with its phone's key, committed before the response, matched,
 * compared and settled. The messages are sent beforehand; a round is one report for each of them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createMessageCodes, fillCodes } from '@textprobe/database/messages/message-codes';
import type pg from 'pg';
import type { BenchOptions } from '../options.ts';
import { figure, markdownTable, median, targetLines, writeSection } from '../readme-section.ts';
import { type CpuUse, cpuPerMessage, type Stage, withStage } from '../stage.ts';
import { postReports, type Report } from './handset-posts.ts';

const PHONES = 500;
const MESSAGES = 20_000;
const WARM_UP_SHARE = 0.2;
const CONNECTIONS = 64;
const PATIENCE_MS = 120_000;
const TARGET_PER_SECOND = 10_000;

interface Round {
  readonly perSecond: number;
  /** Response times in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** How often a report was asked to retry. */
  readonly refused: number;
  readonly cpu: CpuUse;
  /** CPU seconds per 1,000 reports of the simulated handsets. */
  readonly poster: number;
}

export async function measureReceptions({ messages, rounds, write }: BenchOptions): Promise<void> {
  const offices = Math.max(1, Math.round((messages ?? MESSAGES) / PHONES));
  const done = await withStage({ offices, phones: PHONES, evidence: 'handset' }, async (stage) => {
    const keys = await giveKeys(stage);
    await postRound(stage, keys, Math.max(1, Math.round(offices * WARM_UP_SHARE)));
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const one = await postRound(stage, keys, offices);
      process.stderr.write(`round ${round}: ${Math.round(one.perSecond)} reports per second\n`);
      measured.push(one);
    }
    return measured;
  });
  const figures = describe(done, offices * PHONES);
  process.stdout.write(figures);
  if (write) await writeSection('receptions', figures);
}

/** By phone id. */
async function giveKeys({ database, ids }: Stage): Promise<Map<number, string>> {
  const keys = new Map(ids.phones.map((id) => [id, `tph_${randomBytes(32).toString('base64url')}`]));
  const hashes = [...keys.values()].map((key) => createHash('sha256').update(key, 'utf8').digest('hex'));
  await database.query(
    `insert into handset_keys (phone_id, key_hash, label, created_at)
     select phone_id, decode(hash, 'hex'), 'bench', now() from unnest($1::int4[], $2::text[]) as k(phone_id, hash)`,
    [[...keys.keys()], hashes],
  );
  return keys;
}

async function postRound(stage: Stage, keys: ReadonlyMap<number, string>, offices: number): Promise<Round> {
  const { database, program, cpu } = stage;
  const testId = await sendMessages(stage, offices);
  const messages = await readCodes(database, testId);
  // Sorted by code, which is a random order: consecutive reports are about many offices and phones.
  messages.sort((a, b) => (a.code < b.code ? -1 : 1));
  const reports = messages.map(({ phone, code }): Report => {
    return { key: keys.get(phone) ?? '', text: `Hello #${code}` };
  });
  if (process.env.PGSS) {
    await database.query('create extension if not exists pg_stat_statements');
    await database.query('select pg_stat_statements_reset()');
  }
  const before = { cpu: cpu(), own: process.cpuUsage() };
  const startedAt = performance.now();
  const { times, refused } = await postReports(program.url, reports, CONNECTIONS);
  const ms = performance.now() - startedAt;
  const own = process.cpuUsage(before.own);
  if (process.env.PGSS) {
    const r = await database.query(
      `select calls, round(total_exec_time::numeric) as exec, round(total_plan_time::numeric) as plan, rows, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as q from pg_stat_statements order by total_exec_time + total_plan_time desc limit 22`,
    );
    for (const x of r.rows)
      process.stderr.write(`${x.calls} exec ${x.exec} plan ${x.plan} rows ${x.rows} ${x.q}\n`);
  }
  const used = cpuPerMessage(before.cpu, cpu(), reports.length);
  // Without waiting: answered reports must be in the database.
  const { rows: kept } = await database.query<{ received: number; identical: number }>(
    `select count(received_at)::int as received, count(*) filter (where comparison = 'identical')::int as identical
     from messages where test_id = $1`,
    [testId],
  );
  if (kept[0]?.received !== reports.length || kept[0].identical !== reports.length)
    throw new Error(
      `only ${kept[0]?.received} of ${reports.length} are received, ${kept[0]?.identical} identical`,
    );
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  return {
    perSecond: reports.length / (ms / 1_000),
    p50: at(0.5),
    p99: at(0.99),
    refused,
    cpu: used,
    poster: (own.user + own.system) / 1_000 / reports.length,
  };
}

async function readCodes(database: pg.Client, testId: number) {
  const secrets = await database.query<{ value: Buffer }>(
    `select value from secrets where name = 'message codes'`,
  );
  const [key] = secrets.rows;
  if (key === undefined) throw new Error('the database has no key for message codes');
  const { rows } = await database.query<{
    phone: number;
    id: number;
    createdAt: number;
  }>(
    `select phone_id as phone, id::float8 as id, extract(epoch from created_at)::float8 * 1000 as "createdAt"
     from messages where test_id = $1`,
    [testId],
  );
  return fillCodes(createMessageCodes(key.value), rows, (row) => row);
}

/** @returns the test, once all its receipts are acknowledged */
async function sendMessages({ smsc, creator, ids }: Stage, offices: number): Promise<number> {
  const { done } = await smsc.expect(offices * ids.phones.length, PATIENCE_MS);
  const test = await creator.create({ ...ids, offices: ids.offices.slice(0, offices) }, 'Hello');
  await done;
  return test.testId;
}

function describe(rounds: readonly Round[], count: number): string {
  const table = markdownTable([
    [
      'round',
      'reports',
      'per second',
      'p50 ms',
      'p99 ms',
      'refused',
      'CPU-s per 1,000',
      'Node',
      'PostgreSQL',
      'handsets (not included)',
    ],
    ...rounds.map((round, index) => [
      String(index + 1),
      figure(count),
      figure(round.perSecond),
      round.p50.toFixed(1),
      round.p99.toFixed(1),
      String(round.refused),
      ...[round.cpu.node + round.cpu.postgres, round.cpu.node, round.cpu.postgres, round.poster].map(
        (value) => value.toFixed(3),
      ),
    ]),
  ]);
  const lines = targetLines([
    {
      name: `reports per second over ${CONNECTIONS} connections, median`,
      value: median(rounds.map(({ perSecond }) => perSecond)),
      target: TARGET_PER_SECOND,
      atLeast: true,
      unit: 'reports',
    },
  ]);
  return `${table}\n${lines}`;
}
