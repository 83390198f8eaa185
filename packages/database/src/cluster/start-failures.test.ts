import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClusterSite, isRoot, makeClusterSite } from '../testing/cluster-site.ts';
import { copyPreparedData } from '../testing/prepared-data.ts';
import { explainFailure } from './explain-failure.ts';

let site: ClusterSite;
beforeEach(async () => {
  site = await makeClusterSite();
});
afterEach(() => site.remove());

test('data of an unavailable version gets a clear error and is not touched', async () => {
  const dataFolder = join(site.dataDir, 'postgres');
  await mkdir(dataFolder);
  await writeFile(join(dataFolder, 'PG_VERSION'), '12\n');
  await expect(site.start({ environment: {} })).rejects.toThrow(
    /^No PostgreSQL 12, which made the existing data, was found .*set DATABASE_URL/,
  );
});

test("for damaged data the error contains PostgreSQL's last log lines", async () => {
  await copyPreparedData(site.dataDir);
  await writeFile(join(site.dataDir, 'postgres', 'global', 'pg_control'), 'not what it was');
  await expect(site.start()).rejects.toThrow(/^Could not start PostgreSQL in .*postgres\.[^]*pg_control/);
});

test('if DATA_DIR is a file, the error names it', async () => {
  const file = join(site.root, 'file');
  await writeFile(file, '');
  await expect(site.start({ dataDir: file })).rejects.toThrow(
    `Could not prepare the folders of PostgreSQL in ${file}`,
  );
});

test.skipIf(isRoot)(
  'for a read-only DATA_DIR the error says who must be able to write (root can write anywhere)',
  async () => {
    await chmod(site.dataDir, 0o500);
    await expect(site.start()).rejects.toThrow('Permission was denied');
    await chmod(site.dataDir, 0o700);
  },
);

test.runIf(isRoot)('a full disk is reported as such (only root can mount a small one)', async ({ skip }) => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'none', site.dataDir], { stdio: 'ignore' });
  } catch {
    skip('not allowed to mount here');
  }
  try {
    await expect(site.start()).rejects.toThrow('The disk is full: make room');
    execFileSync('mount', ['-o', 'remount,ro', site.dataDir]);
    await expect(site.start()).rejects.toThrow('The file system is read-only');
  } finally {
    execFileSync('umount', [site.dataDir]);
  }
});

test('only the end of a long log is included', () => {
  const said = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
  const { message } = explainFailure('start PostgreSQL', '/data', said);
  expect(message.split('\n')).toHaveLength(13);
  expect(message).toMatch(/^Could not start PostgreSQL in \/data\.\n {2}line 88\n[^]*line 99$/);
});
