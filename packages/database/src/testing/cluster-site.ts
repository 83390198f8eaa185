/**
 * Shared by the cluster tests: a DATA_DIR that is removed afterwards, whatever runs in it, and a child process to kill.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startScript } from '@textprobe/domain/testing/child-program';
import pg from 'pg';
import { BACK_POINTER_FILE, POINTER_FILE } from '../cluster/placement.ts';
import { findPostmaster, stopPostmaster } from '../cluster/postmaster.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../cluster/start-cluster.ts';
import { silentLog } from '../core/log.ts';
import { copyPreparedData } from './prepared-data.ts';
import { quickFolder } from './quick-folder.ts';
import { realClock } from './real-clock.ts';

export interface ClusterSite {
  readonly root: string;
  readonly dataDir: string;
  /** Replaces /var/lib/textprobe. */
  readonly systemFolder: string;
  start(options?: Partial<ClusterOptions>): Promise<Cluster>;
  /** Copies data, as left by an earlier start, into a home outside this DATA_DIR. @returns the home */
  copyHome(dataDir: string, name: string): Promise<string>;
  /** Stops what was started here and deletes everything. */
  remove(): Promise<void>;
}

export const isRoot = process.getuid?.() === 0;

/**
 * @param dataPath below the site's own folder, which everyone may enter
 * @param parent in memory if possible; programs cannot always be run from there
 */
export async function makeClusterSite(dataPath = 'data', parent?: string): Promise<ClusterSite> {
  const root = await mkdtemp(join(parent ?? (await quickFolder()), 'textprobe-site-'));
  await chmod(root, 0o755);
  const dataDir = join(root, dataPath);
  const systemFolder = join(root, 'system');
  await mkdir(dataDir, { recursive: true });
  const started: Cluster[] = [];
  return {
    root,
    dataDir,
    systemFolder,
    async start(options) {
      const base = {
        dataDir,
        systemFolder,
        clock: realClock,
        log: silentLog,
        environment: { PATH: process.env.PATH },
      };
      const cluster = await startCluster({ ...base, ...options });
      started.push(cluster);
      return cluster;
    },
    async copyHome(owner, name) {
      const home = join(systemFolder, name);
      await copyPreparedData(home);
      await chmod(systemFolder, 0o711);
      await mkdir(owner, { recursive: true });
      await writeFile(join(home, BACK_POINTER_FILE), `${owner}\n`);
      await writeFile(join(owner, POINTER_FILE), `${home}\n`);
      return home;
    },
    async remove() {
      await Promise.all(started.map((cluster) => cluster.stop()));
      const dataFolder = join(await homeOf(dataDir), 'postgres');
      const orphan = await findPostmaster(dataFolder);
      if (orphan !== undefined) {
        await stopPostmaster(dataFolder, orphan.pid, realClock, silentLog);
        await rm(orphan.socketFolder, { recursive: true, force: true });
      }
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The home that a DATA_DIR points to. */
export async function homeOf(dataDir: string): Promise<string> {
  return readFile(join(dataDir, 'postgres-lives-at.txt'), 'utf8').then(
    (text) => text.trim(),
    () => dataDir,
  );
}

export interface ChildCluster extends Pick<Child, 'end'> {
  readonly url: string;
  readonly found: Cluster['found'];
  readonly host: string;
}

/** A separate program that starts the cluster. */
export async function startChild(
  site: Pick<ClusterSite, 'dataDir' | 'systemFolder'>,
  options: { script?: string; uid?: number } = {},
): Promise<ChildCluster> {
  const { script = fileURLToPath(new URL('./cluster-child.ts', import.meta.url)), ...user } = options;
  const { end, said } = startScript(script, [site.dataDir, site.systemFolder], user);
  const [line] = await said(/^\{.*\}$/mu);
  return { ...(JSON.parse(line) as Omit<ChildCluster, 'end'>), end };
}

/** The rows of one query on its own connection. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}
