/**
 * `npm run bench:kannel`: the whole product's dispatch beside Kannel's, on one machine, in one run, over one SMSC: our lab
 * without latency. Both send the same text to the same phones and wait for every receipt.
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { flood } from '@textprobe/interop/kannel/flood';
import { type Kannel, startKannel } from '@textprobe/interop/kannel/kannel';
import { type KannelReceipts, RECEIPT_TABLE } from '@textprobe/interop/kannel/kannel-config';
import pg from 'pg';
import { phoneNumbers } from '../offices-and-phones.ts';
import type { BenchOptions } from '../options.ts';
import { writeSection } from '../readme-section.ts';
import { type Carrier, startCarrier } from './carrier.ts';
import { cpuTime } from '../cpu-time.ts';
import { startDispatch } from './our-dispatch.ts';
import { comparisonAsText, type Side } from './report.ts';

const MESSAGES = 50_000;
const PHONES = 500;
const OFFICE = '+12025550000';
/** Kannel's windows; what is compared is the best of them. */
const WINDOWS = [10, 100, 1_000];
/** Kannel with its receipts in PostgreSQL is so slow that a tenth of the messages tell as much. */
const POSTGRES_SHARE = 0.1;
const WARM_UP_SHARE = 0.1;

export async function compareWithKannel({ messages: wanted, rounds, write }: BenchOptions): Promise<void> {
  const messages = wanted ?? MESSAGES;
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-kannel-'));
  const phones = phoneNumbers(PHONES);
  const carrier = await startCarrier(folder, phones);
  try {
    const sides = [];
    for (const window of WINDOWS) {
      const options = { smsc: carrier, window };
      sides.push(
        await withKannel(options, (kannel) =>
          measureKannel(`Kannel, receipts in memory, window ${window}`, kannel, phones, messages, rounds),
        ),
      );
    }
    sides.push(...(await measureWithDatabase(folder, carrier, phones, { messages, rounds })));
    const figures = comparisonAsText(sides);
    process.stdout.write(figures);
    if (write) await writeSection('kannel', figures);
  } finally {
    await carrier.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ours, and then Kannel on the same PostgreSQL, while our program has nothing to do. */
async function measureWithDatabase(
  folder: string,
  carrier: Carrier,
  phones: readonly string[],
  { messages, rounds }: { readonly messages: number; readonly rounds: number },
): Promise<Side[]> {
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  await chmod(folder, 0o711);
  const offices = Math.max(1, Math.round(messages / phones.length));
  const dispatch = await startDispatch(dataDir, carrier, phones, offices);
  try {
    await dispatch.send(Math.max(1, Math.round(offices * WARM_UP_SHARE)));
    const count = offices * phones.length;
    const ours = await measure('Textprobe', 'ours', count, rounds, dispatch.pids, () =>
      dispatch.send(offices),
    );
    const receipts = await makeReceiptTable(dispatch.databaseUrl);
    // Another process of the same SMSC: our gateway stays bound to the first, and would be handed half of the receipts.
    const other = await startCarrier(folder, phones);
    try {
      const theirs = await withKannel({ smsc: other, window: 100, receipts }, (kannel) =>
        measureKannel('Kannel, receipts in PostgreSQL', kannel, phones, messages * POSTGRES_SHARE, rounds),
      );
      return [ours, { ...theirs, kind: 'kannel-postgres' }];
    } finally {
      await other.stop();
    }
  } finally {
    await dispatch.stop();
  }
}

async function withKannel<T>(
  options: Parameters<typeof startKannel>[0],
  work: (kannel: Kannel) => Promise<T>,
): Promise<T> {
  const kannel = await startKannel(options);
  try {
    return await work(kannel);
  } finally {
    await kannel.stop();
  }
}

async function measureKannel(
  name: string,
  kannel: Kannel,
  phones: readonly string[],
  messages: number,
  rounds: number,
): Promise<Side> {
  const send = (count: number) => flood(kannel, { from: OFFICE, phones, count, text: 'Hello' });
  await send(Math.round(messages * WARM_UP_SHARE));
  return measure(name, 'kannel', messages, rounds, kannel.pids, () => send(messages));
}

async function measure(
  name: string,
  kind: Side['kind'],
  count: number,
  rounds: number,
  pids: readonly number[],
  send: () => Promise<number>,
): Promise<Side> {
  const done = [];
  for (let round = 1; round <= rounds; round += 1) {
    const before = cpuTime(pids);
    const ms = await send();
    done.push({ perSecond: count / (ms / 1_000), cpuPerThousand: (cpuTime(pids) - before) / count });
    process.stderr.write(`${name}: ${Math.round(count / (ms / 1_000))} messages a second\n`);
  }
  return { name, kind, count, rounds: done };
}

/** A database for Kannel beside ours, with the table that its receipts wait in. */
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
