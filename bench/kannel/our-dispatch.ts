/**
 * The whole product's dispatch: console, engine, gateway and database started as a person would start them, one test
 * created over HTTP, until every message has its receipt and is settled.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openTestCreator } from '../create-test.ts';
import { logIn } from '../lists/client.ts';
import { directoryOf, readIds } from '../offices-and-phones.ts';
import { runCommand, startProgram } from '../program.ts';
import type { Carrier } from './carrier.ts';

/** Most that a gateway may have without an answer. */
const WINDOW = 1_000;
const LOOK_MS = 25;
const PATIENCE_MS = 300_000;

export interface Dispatch {
  readonly databaseUrl: string;
  readonly pids: readonly number[];
  /** Sends one test from the first offices to all phones. @returns milliseconds until the last message is settled */
  send(offices: number): Promise<number>;
  stop(): Promise<void>;
}

/** @param offices how many there are to send from */
export async function startDispatch(
  dataDir: string,
  carrier: Carrier,
  phones: readonly string[],
  offices: number,
): Promise<Dispatch> {
  const carriers = path.join(dataDir, 'carriers.json');
  const directory = path.join(dataDir, 'directory.json');
  const { host, port, systemId, password } = carrier;
  const gateway = { name: 'bench', kind: 'smpp', host, port, systemId, password, window: WINDOW };
  await writeFile(carriers, JSON.stringify({ gateways: [gateway] }));
  await writeFile(directory, JSON.stringify(directoryOf(phones, offices, 'receipt')));
  await runCommand(['import', directory], dataDir);
  const program = await startProgram(dataDir, { CARRIERS: carriers });
  const client = await logIn(program.url);
  const database = new pg.Client({ connectionString: program.databaseUrl });
  await database.connect();
  const ids = await readIds(database);
  const creator = await openTestCreator(client, program.url);

  return {
    databaseUrl: program.databaseUrl,
    pids: [program.pid],
    async send(count) {
      const startedAt = performance.now();
      const test = await creator.create({ ...ids, offices: ids.offices.slice(0, count) }, 'Hello');
      await untilSettled(database, test.testId, count * ids.phones.length);
      return performance.now() - startedAt;
    },
    async stop() {
      client.close();
      await database.end();
      await program.stop();
    },
  };
}

/** Looks into the database: to ask over HTTP as often would be work for the program that is measured. */
async function untilSettled(database: pg.Client, testId: number, count: number): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await database.query<{ made: number; open: boolean }>(
      `select messages_created as made,
              exists (select from messages where run_id = runs.id and settled_at is null) as open
         from runs where test_id = $1`,
      [testId],
    );
    const [run] = rows;
    if (run !== undefined && run.made >= count && !run.open) break;
    if (performance.now() > giveUpAt) throw new Error('the messages were not settled in time');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const { rows } = await database.query<{ delivered: string }>(
    'select count(*) as delivered from messages where test_id = $1 and receipt_state = 3',
    [testId],
  );
  if (Number(rows[0]?.delivered) !== count)
    throw new Error(`only ${rows[0]?.delivered} of ${count} were delivered`);
}
