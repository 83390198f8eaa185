/**
 * `npm run bench:kannel`: compares our complete dispatch with Kannel's, on the same machine, in the same run, with the
 * benchmark's own SMSC. Both send the same text to the same phones and wait for every receipt.
 */
import { flood } from '@textprobe/interop/kannel/flood';
import { startKannel } from '@textprobe/interop/kannel/kannel';
import { type KannelReceipts, RECEIPT_TABLE } from '@textprobe/interop/kannel/kannel-config';
import pg from 'pg';
import { cpuTime } from '../cpu-time.ts';
import { sendRound } from '../dispatch/dispatch.ts';
import { phoneNumbers } from '../offices-and-phones.ts';
import type { BenchOptions } from '../options.ts';
import { writeSection } from '../readme-section.ts';
import { type Smsc, startSmsc } from '../smsc/start-smsc.ts';
import { withStage } from '../stage.ts';
import { comparisonAsText, type Side } from './report.ts';

const MESSAGES = 50_000;
const PHONES = 500;
const phones = phoneNumbers(PHONES);
const OFFICE = '+12025550000';
/** Kannel's windows; the best result is compared. */
const WINDOWS = [10, 100, 1_000];
/** Kannel with receipts in PostgreSQL is slow, so a tenth of the messages is enough. */
const POSTGRES_SHARE = 0.1;
const WARM_UP_SHARE = 0.1;

export async function compareWithKannel({ messages: wanted, rounds, write }: BenchOptions): Promise<void> {
  const messages = wanted ?? MESSAGES;
  const smsc = await startSmsc();
  try {
    const sides = [];
    for (const window of WINDOWS) {
      const name = `Kannel, receipts in memory, window ${window}`;
      sides.push(await measureKannel(name, { smsc: smsc.gateway, window }, messages, rounds));
    }
    sides.push(...(await measureWithDatabase(smsc, messages, rounds)));
    const figures = comparisonAsText(sides);
    process.stdout.write(figures);
    if (write) await writeSection('kannel', figures);
  } finally {
    await smsc.stop();
  }
}

/** Measures ours, then Kannel on the same PostgreSQL while our program is idle. */
async function measureWithDatabase(smsc: Smsc, messages: number, rounds: number): Promise<Side[]> {
  const offices = Math.max(1, Math.round(messages / PHONES));
  return withStage({ offices, phones: PHONES, evidence: 'receipt' }, async (stage) => {
    await sendRound(stage, Math.max(1, Math.round(offices * WARM_UP_SHARE)));
    const done = [];
    for (let round = 1; round <= rounds; round += 1) {
      const { perSecond, cpu } = await sendRound(stage, offices);
      done.push({ perSecond, cpuPerThousand: cpu.node + cpu.postgres });
      process.stderr.write(`Textprobe: ${Math.round(perSecond)} messages per second\n`);
    }
    const ours: Side = { name: 'Textprobe', kind: 'ours', count: offices * PHONES, rounds: done };
    const receipts = await makeReceiptTable(stage.program.databaseUrl);
    const theirs = await measureKannel(
      'Kannel, receipts in PostgreSQL',
      { smsc: smsc.gateway, window: 100, receipts },
      messages * POSTGRES_SHARE,
      rounds,
    );
    return [ours, { ...theirs, kind: 'kannel-postgres' }];
  });
}

async function measureKannel(
  name: string,
  options: Parameters<typeof startKannel>[0],
  count: number,
  rounds: number,
): Promise<Side> {
  const kannel = await startKannel(options);
  try {
    const send = (some: number) => flood(kannel, { from: OFFICE, phones, count: some, text: 'Hello' });
    await send(Math.round(count * WARM_UP_SHARE));
    const done = [];
    for (let round = 1; round <= rounds; round += 1) {
      const before = cpuTime(kannel.pids);
      const perSecond = count / ((await send(count)) / 1_000);
      done.push({ perSecond, cpuPerThousand: (cpuTime(kannel.pids) - before) / count });
      process.stderr.write(`${name}: ${Math.round(perSecond)} messages per second\n`);
    }
    return { name, kind: 'kannel', count, rounds: done };
  } finally {
    await kannel.stop();
  }
}

/** Creates a database for Kannel next to ours, with its receipt table. */
async function makeReceiptTable(databaseUrl: string): Promise<KannelReceipts> {
  const ours = new pg.Client({ connectionString: databaseUrl });
  await ours.connect();
  await ours.query('create database kannel');
  const { host, port, user = '' } = ours;
  await ours.end();
  const theirs = new pg.Client({ host, port, user, database: 'kannel' });
  await theirs.connect();
  await theirs.query(RECEIPT_TABLE);
  await theirs.end();
  return { kind: 'postgres', host, port, user, database: 'kannel' };
}
