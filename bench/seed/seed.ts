/** Fills an empty DATA_DIR with a year of data: directory, tests, runs, messages, receptions and matching rollups. */
import { closeDatabase, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { type MessageCodes, openMessageCodes } from '@textprobe/database/messages/message-codes';
import { ensurePartitions } from '@textprobe/database/migrations/month-partitions';
import { Client } from 'pg';
import type { BenchOptions } from '../options.ts';
import { runCommand, startProgram } from '../program.ts';
import { CHUNK_COLUMNS, chunkOf } from './chunks.ts';
import { type Cell, copyInto, copyRows, instant } from './copy.ts';
import { seedDirectory } from './directory.ts';
import { createdAtOf, drawMessage, MESSAGE_COLUMNS, RECEPTION_COLUMNS } from './messages.ts';
import { createRandom, type Random } from './random.ts';
import { drawTests, type SeededRun, type SeededTest } from './tests.ts';

const DAY_MS = 24 * 3_600_000;

export async function seed(options: BenchOptions): Promise<void> {
  const say = stopwatch();
  const program = await startProgram(options.dataDir);
  const client = new Client({ connectionString: program.databaseUrl });
  const second = new Client({ connectionString: program.databaseUrl });
  try {
    await Promise.all([client.connect(), second.connect()]);
    await requireEmpty(client, options.dataDir);
    const random = createRandom(options.seed);
    const directory = await seedDirectory(client, random);
    const codes = await prepare(program.databaseUrl, options.until);
    const { tests, runs } = drawTests(directory, random, options);
    say(`generated ${tests.length} tests and ${runs.length} runs`);
    const messages = await copyMessages([client, second], { random, codes, runs });
    say(`copied ${messages} messages, their chunks and receptions`);
    await copyRows(client, 'tests', TEST_COLUMNS, tests.map(testRow));
    await copyRows(client, 'runs', RUN_COLUMNS, runs.map(runRow));
    await moveSequences(client, messages);
    say('copied the tests and their runs');
    await runCommand(['rollups', 'rebuild'], options.dataDir);
    await runCommand(['rollups', 'check'], options.dataDir);
    say('created and verified the rollups');
    await client.query('vacuum (analyze)');
    say('vacuumed and analyzed');
  } finally {
    await Promise.all([client.end(), second.end()]);
    await program.stop();
  }
}

async function requireEmpty(client: Client, dataDir: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from tests limit 1');
  if (rowCount !== 0)
    throw new Error(`${dataDir} already contains tests: remove it, or choose another --data.`);
}

/**
 * Creates a partition for each month of the past year; the program itself creates those of the current and the next month.
 * @returns the installation's message codes
 */
async function prepare(url: string, until: number): Promise<MessageCodes> {
  const db = openDatabase({ url, log: silentLog, applicationName: 'bench', maxConnections: 1 });
  try {
    for (let back = 0; back <= 390; back += 28) {
      const missing = await ensurePartitions(db, until - back * DAY_MS);
      if (missing.length > 0) throw new Error(`could not create ${missing.join(', ')}`);
    }
    return await openMessageCodes(db);
  } finally {
    await closeDatabase(db);
  }
}

async function copyMessages(
  [client, second]: readonly [Client, Client],
  of: { random: Random; codes: MessageCodes; runs: readonly SeededRun[] },
): Promise<number> {
  const { random, codes, runs } = of;
  const chunks: Cell[][] = [];
  const messages = copyInto(client, 'messages', MESSAGE_COLUMNS);
  const receptions = copyInto(second, 'receptions', RECEPTION_COLUMNS);
  let id = 0;
  for (const [index, run] of runs.entries()) {
    const sums = { known: 0, received: 0 };
    const first = id + 1;
    const count = run.test.offices.length * run.test.phones.length;
    const createdAt = createdAtOf(run);
    const ofRun = codes.codesOf(Array.from({ length: count }, (_, nth) => ({ id: first + nth, createdAt })));
    for (const office of run.test.offices) {
      chunks.push(chunkOf(run, { runId: index + 1, office, firstId: id + 1 }));
      for (const phone of run.test.phones) {
        id += 1;
        const code = ofRun[id - first] ?? '';
        const drawn = drawMessage(random, { id, code, runId: index + 1, run, office, phone });
        sums.known += drawn.known ? 1 : 0;
        sums.received += drawn.received ? 1 : 0;
        run.closedAt = Math.max(run.closedAt, drawn.settledAt);
        // Await only if necessary: ten million microtasks would take noticeable time.
        const held = messages.add(drawn.message);
        if (held !== undefined) await held;
        const heldReception = drawn.reception === null ? undefined : receptions.add(drawn.reception);
        if (heldReception !== undefined) await heldReception;
      }
    }
    conclude(run, sums);
  }
  await Promise.all([messages.end(), receptions.end()]);
  await copyRows(client, 'chunks', CHUNK_COLUMNS, chunks);
  return id;
}

/** The rule of SERVER-2. Runs are processed in order, so the latest run decides. */
function conclude(run: SeededRun, { known, received }: { known: number; received: number }): void {
  run.status =
    known === 0 || received === 0 ? 'FAILED' : received < known ? 'PARTIALLY_DELIVERED' : 'DELIVERED';
  run.statusReason = known === 0 ? 'no outcome known' : null;
  run.test.status = run.status;
  run.test.statusReason = run.statusReason;
  run.test.updatedAt = run.closedAt;
}

const TEST_COLUMNS = `
  id, test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids,
  execution_status, status_reason, created_at, updated_at`;

function testRow(test: SeededTest): Cell[] {
  const { offices, phones } = test;
  return [
    test.id,
    test.testType,
    test.messageType,
    test.body,
    ids(offices.map((office) => office.partnerId)),
    ids(offices.map((office) => office.clientId)),
    ids(offices.map((office) => office.id)),
    ids(phones.map((phone) => phone.id)),
    test.status,
    test.statusReason,
    instant(test.createdAt),
    instant(test.updatedAt),
  ];
}

const RUN_COLUMNS = `
  id, test_id, due_at, created_at, deadline_ms, message_total, messages_created, status,
  status_reason, closed_at`;

function runRow(run: SeededRun, index: number): Cell[] {
  const messages = run.test.offices.length * run.test.phones.length;
  const due = instant(run.dueAt);
  return [
    index + 1,
    run.test.id,
    due,
    due,
    15 * 60_000,
    messages,
    messages,
    run.status,
    run.statusReason,
    instant(run.closedAt),
  ];
}

function ids(list: readonly number[]): string {
  return `{${[...new Set(list)].join(',')}}`;
}

/** Advances the sequences past the inserted ids. */
async function moveSequences(client: Client, messages: number): Promise<void> {
  for (const table of ['partners', 'clients', 'offices', 'test_phones', 'tests', 'runs']) {
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), max(id)) from ${table}`, [table]);
  }
  await client.query(`select setval('message_ids', $1)`, [messages]);
}

/** Prints each step with the seconds since the previous one. */
function stopwatch(): (step: string) => void {
  let last = performance.now();
  return (step) => {
    const now = performance.now();
    process.stdout.write(`${((now - last) / 1_000).toFixed(1).padStart(7)} s  ${step}\n`);
    last = now;
  };
}
