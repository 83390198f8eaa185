/**
 * What most measures of the dispatch stand on: the whole program in one process, as `npm start` runs it, with a
 * PostgreSQL of its own, over an SMSC in another process, with offices and phones to send between. Or `serve`, and as many
 * `work` as are asked for, over one PostgreSQL.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '@textprobe/database/cluster/start-cluster';
import { silentLog } from '@textprobe/database/core/log';
import pg from 'pg';
import { clock } from './clock.ts';
import { cpuTime, ownCpuTime, parentOf } from './cpu-time.ts';
import { openTestCreator, type TestCreator } from './create-test.ts';
import { logIn, type OperatorClient } from './lists/client.ts';
import { type DirectoryIds, directoryOf, phoneNumbers, readIds } from './offices-and-phones.ts';
import { type Program, runCommand, startProgram } from './program.ts';
import { type Smsc, startSmsc } from './smsc/start-smsc.ts';

/** Most that a gateway may have without an answer. */
const WINDOW = 1_000;

/** Milliseconds of processor time since the program was started. */
export interface CpuUse {
  readonly node: number;
  readonly postgres: number;
  readonly smsc: number;
}

export interface Stage {
  readonly smsc: Smsc;
  /** `start`, or `serve` where the stage is shared. */
  readonly program: Program;
  readonly database: pg.Client;
  /** The process of PostgreSQL below which all its others are. */
  readonly postmaster: number;
  readonly ids: DirectoryIds;
  readonly client: OperatorClient;
  readonly creator: TestCreator;
  cpu(): CpuUse;
  /** Opens a snapshot, as `pg_dump` does; it ends with the stage. */
  holdSnapshot(): Promise<void>;
  /** Starts a worker on a shared stage. The caller stops it. */
  startWorker(): Promise<Program>;
}

export interface StageSize {
  readonly offices: number;
  readonly phones: number;
  /** What counts as received for these phones. */
  readonly evidence: 'receipt' | 'handset';
  /** Delay of each receipt in milliseconds; 0 by default. */
  readonly lateMs?: number;
  /** Whether workers are processes of their own. */
  readonly isShared?: boolean;
}

export async function withStage<T>(size: StageSize, work: (stage: Stage) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'textprobe-bench-'));
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  const smsc = await startSmsc(size.lateMs);
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true }), () => smsc.stop()];
  try {
    const carriers = path.join(folder, 'carriers.json');
    const directory = path.join(folder, 'directory.json');
    const gateway = { name: 'bench', ...smsc.gateway, window: WINDOW };
    await writeFile(carriers, JSON.stringify({ gateways: [gateway] }));
    const phones = phoneNumbers(size.phones);
    await writeFile(directory, JSON.stringify(directoryOf(phones, size.offices, size.evidence)));
    const settings: Record<string, string> = { CARRIERS: carriers };
    if (size.isShared) {
      const place = { dataDir: path.join(folder, 'cluster'), environment: process.env };
      const cluster = await startCluster({ ...place, clock, log: silentLog });
      ends.push(() => cluster.stop());
      settings.DATABASE_URL = cluster.url;
    }
    await runCommand(['import', directory], dataDir, settings);
    const program = await startProgram(dataDir, settings, size.isShared ? 'serve' : 'start');
    ends.push(() => program.stop());
    const connect = async () => {
      const connection = new pg.Client({ connectionString: program.databaseUrl });
      await connection.connect();
      ends.push(() => connection.end());
      return connection;
    };
    const database = await connect();
    const client = await logIn(program.url);
    ends.push(() => client.close());
    const postmaster = await findPostmaster(database);
    return await work({
      smsc,
      program,
      database,
      client,
      postmaster,
      ids: await readIds(database),
      creator: await openTestCreator(client, program.url),
      cpu: () => ({
        node: ownCpuTime([program.pid]),
        postgres: cpuTime([postmaster]),
        smsc: ownCpuTime([smsc.pid]),
      }),
      async holdSnapshot() {
        const reader = await connect();
        await reader.query('begin isolation level repeatable read read only');
        await reader.query('select count(*) from messages');
      },
      startWorker: () => startProgram(dataDir, settings, 'work'),
    });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function findPostmaster(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(rows[0]?.pid ?? 0);
}

/** CPU seconds for a thousand messages, which is the same as milliseconds for one. */
export function cpuPerMessage(before: CpuUse, after: CpuUse, messages: number): CpuUse {
  return {
    node: (after.node - before.node) / messages,
    postgres: (after.postgres - before.postgres) / messages,
    smsc: (after.smsc - before.smsc) / messages,
  };
}
