/**
 * The environment of the dispatch benchmarks: the program in one process, as `npm start` runs it, with its own PostgreSQL, an
 * SMSC in another process, and a directory of offices and phones. Alternatively `serve` and several `work` processes that share
 * a PostgreSQL.
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

/** The gateway's window. */
const WINDOW = 1_000;

/** Milliseconds of CPU time since the program was started. */
export interface CpuUse {
  readonly node: number;
  readonly postgres: number;
  readonly smsc: number;
}

export interface Stage {
  readonly smsc: Smsc;
  /** `start`, or `serve` on a shared stage. */
  readonly program: Program;
  readonly database: pg.Client;
  /** The postmaster, the parent of all PostgreSQL processes. */
  readonly postmaster: number;
  readonly ids: DirectoryIds;
  readonly client: OperatorClient;
  readonly creator: TestCreator;
  cpu(): CpuUse;
  /** Opens a snapshot like `pg_dump`; it is closed with the stage. */
  holdSnapshot(): Promise<void>;
  /** Starts a worker on a shared stage. The caller stops it. */
  startWorker(): Promise<Program>;
}

export interface StageSize {
  readonly offices: number;
  readonly phones: number;
  /** The evidence by which these phones are judged. */
  readonly evidence: 'receipt' | 'handset';
  /** Delay of each receipt in milliseconds; 0 by default. */
  readonly lateMs?: number;
  /** Whether workers are separate processes. */
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
    const gateways = path.join(folder, 'gateways.json');
    const directory = path.join(folder, 'directory.json');
    const gateway = { name: 'bench', ...smsc.gateway, window: WINDOW };
    await writeFile(gateways, JSON.stringify({ gateways: [gateway] }));
    const phones = phoneNumbers(size.phones);
    await writeFile(directory, JSON.stringify(directoryOf(phones, size.offices, size.evidence)));
    const settings: Record<string, string> = { GATEWAYS: gateways };
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

/** CPU seconds per 1,000 messages, which equals milliseconds per message. */
export function cpuPerMessage(before: CpuUse, after: CpuUse, messages: number): CpuUse {
  return {
    node: (after.node - before.node) / messages,
    postgres: (after.postgres - before.postgres) / messages,
    smsc: (after.smsc - before.smsc) / messages,
  };
}
