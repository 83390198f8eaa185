/** `textprobe data`: the location of the data, and what a deleted DATA_DIR left behind. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { PROGRAM_TEST_MS, runProgram, startProgram } from '@textprobe/domain/testing/child-program';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const isRoot = process.getuid?.() === 0;

let site: DataSite;
beforeEach(async () => {
  site = await makeDataSite();
});
afterEach(() => site.remove(site.path('data'), site.path('home/data'), site.path('home/moved')));

it('shows the database and the files of a DATA_DIR with their sizes, or the DATABASE_URL without its password', async () => {
  const dataDir = await site.dataDir('data');
  const { stdout } = await runProgram(['data'], { settings: { DATA_DIR: dataDir } });
  expect(stdout).toContain(`DATA_DIR  ${dataDir}\n`);
  expect(stdout).toMatch(/^Database {2}.*\/data\/postgres \(\d+\.\d MB\)$/mu);
  expect(stdout).toMatch(/^Media {5}.*\/data\/media \(missing\)$/mu);

  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const shared = new URL(url);
  shared.password = 'hunter2';
  const other = await runProgram(['data'], { settings: { DATA_DIR: dataDir, DATABASE_URL: shared.href } });
  expect(other.stdout).toMatch(/^Database {2}postgres:.*:\*\*\*@/mu);
  expect(other.stdout).not.toContain('hunter2');
});

it('lists a database whose DATA_DIR is gone and deletes it on request, but never one in use', async ({
  skip,
}) => {
  skip(!isRoot, 'only root keeps a database outside DATA_DIR');
  await mkdir(site.path('home'), { mode: 0o700 });
  const dataDir = site.path('home/data');
  const settings = { DATA_DIR: dataDir };
  const program = await startProgram(['start'], { settings });
  const home = (await readFile(path.join(dataDir, 'postgres-lives-at.txt'), 'utf8')).trim();
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  // The log says so at startup, for backups of DATA_DIR.
  expect(program.output.stderr).toMatch(/the database is stored outside DATA_DIR.*back up both/u);
  const inUse = {
    code: 1,
    stderr: `textprobe: ${home} was not deleted: it is the database of ${dataDir}. Delete that folder first if it is no longer needed.\n`,
  };
  const other = { settings: { DATA_DIR: site.path('data') } };
  expect(await runProgram(['data', 'remove', home], other)).toMatchObject(inUse);
  await program.end();
  expect(await runProgram(['data', 'remove', home], { settings })).toMatchObject(inUse);

  // Moved and not started since: it is listed under the new path only.
  const moved = site.path('home/moved');
  await rename(dataDir, moved);
  // Without this folder any other program started by root would now delete the database.
  await mkdir(dataDir);
  const { stdout } = await runProgram(['data'], { settings: { DATA_DIR: moved } });
  expect(stdout).toMatch(
    new RegExp(`^Database {2}${home}/postgres \\(.* MB\\): outside DATA_DIR, back up both$`, 'mu'),
  );
  expect(stdout).not.toContain(`${home} (`);
  expect(await runProgram(['data', 'remove', home], { settings: { DATA_DIR: moved } })).toMatchObject({
    code: 1,
  });

  await rm(moved, { recursive: true });
  const listed = await runProgram(['data'], other);
  expect(listed.stdout).toMatch(
    new RegExp(`^ {2}${home} \\(.* MB\\), of ${dataDir}, which has another database now$`, 'mu'),
  );
  expect(await runProgram(['data', 'remove', home], other)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^Deleted ${home} \\(.* MB\\)\\.\n$`, 'u')),
  });
  expect(existsSync(home)).toBe(false);
});

it('deletes only what it lists', async () => {
  const folder = site.path('mine');
  await mkdir(folder);
  expect(
    await runProgram(['data', 'remove', folder], { settings: { DATA_DIR: site.path('data') } }),
  ).toMatchObject({
    code: 1,
    stderr: `textprobe: ${folder} was not deleted: 'textprobe data' does not list it as a database.\n`,
  });
  expect(existsSync(folder)).toBe(true);
});
