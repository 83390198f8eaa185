/** What grows: one PostgreSQL, one `serve`, an SMSC, and as many `work` as are asked for, each a process. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '@textprobe/database/cluster/start-cluster';
import { silentLog } from '@textprobe/database/log';
import pg from 'pg';
import { clock } from '../clock.ts';
import { openTestCreator, type TestCreator } from '../create-test.ts';
import { logIn } from '../lists/client.ts';
import { type DirectoryIds, directoryOf, phoneNumbers, readIds } from '../offices-and-phones.ts';
import { runCommand } from '../program.ts';
import { type Smsc, startSmsc } from '../smsc/start-smsc.ts';
import { findPostmaster, WINDOW } from '../stage.ts';
import { type Process, startProcess } from './processes.ts';

export interface SharedSite {
  readonly smsc: Smsc;
  readonly database: pg.Client;
  readonly ids: DirectoryIds;
  readonly creator: TestCreator;
  /** Of PostgreSQL, with all its processes below it; and of `serve`. */
  readonly postmaster: number;
  readonly serve: number;
  /** Opens a snapshot, as `pg_dump` does; it ends with the site. */
  holdSnapshot(): Promise<void>;
  /** Starts one more worker. Whoever starts it ends it. */
  startWorker(): Promise<Process>;
}

export async function withSharedSite<T>(
  size: { readonly offices: number; readonly phones: number },
  work: (site: SharedSite) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'textprobe-bench-'));
  await chmod(folder, 0o711);
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const dataDir = path.join(folder, 'data');
    const cluster = await startCluster({ dataDir, clock, log: silentLog, environment: process.env });
    ends.push(() => cluster.stop());
    const smsc = await startSmsc();
    ends.push(() => smsc.stop());
    const carriers = path.join(folder, 'carriers.json');
    await writeFile(
      carriers,
      JSON.stringify({ gateways: [{ name: 'bench', ...smsc.gateway, window: WINDOW }] }),
    );
    const directory = path.join(folder, 'directory.json');
    const phones = phoneNumbers(size.phones);
    await writeFile(directory, JSON.stringify(directoryOf(phones, size.offices, 'receipt')));
    const settings = { DATABASE_URL: cluster.url, DATA_DIR: folder, CARRIERS: carriers };
    await runCommand(['import', directory], folder, settings);
    const serve = await startProcess('serve', settings);
    ends.push(() => serve.stop());
    const url = /http:\/\/\S+/u.exec(serve.said)?.[0] ?? '';
    const database = new pg.Client({ connectionString: cluster.url });
    await database.connect();
    ends.push(() => database.end());
    const client = await logIn(url);
    ends.push(() => client.close());
    return await work({
      smsc,
      database,
      ids: await readIds(database),
      creator: await openTestCreator(client, url),
      postmaster: await findPostmaster(database),
      serve: serve.pid,
      async holdSnapshot() {
        const reader = new pg.Client({ connectionString: cluster.url });
        await reader.connect();
        ends.push(() => reader.end());
        await reader.query('begin isolation level repeatable read read only');
        await reader.query('select count(*) from messages');
      },
      startWorker: () => startProcess('work', settings),
    });
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}
