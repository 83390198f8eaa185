/** Failed starts: one sentence and exit code 1, nothing on stdout, nothing half-written, no process left. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { PROGRAM_TEST_MS, runProgram, startProgram } from '@textprobe/domain/testing/child-program';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';
import { mountInMemory } from '../testing/mounts.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const isRoot = process.getuid?.() === 0;
const NO_MOUNTS = 'needs the right to mount a file system';

let site: DataSite;

beforeAll(async () => {
  site = await makeDataSite();
});
afterAll(() => site.remove());

/** The error message of a refused command. */
async function refusal(args: readonly string[], settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runProgram(args, {
    settings: { DATA_DIR: site.path('unused'), ...settings },
  });
  expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^textprobe: /u);
  expect(stderr).not.toContain('please report');
  return stderr.slice('textprobe: '.length).trimEnd();
}

describe('an unusable DATA_DIR is named, with what to do:', () => {
  it('a file in its place', async () => {
    const file = site.path('file');
    await writeFile(file, 'mine');
    expect(await refusal(['start'], { DATA_DIR: file })).toBe(
      `DATA_DIR ${file} cannot be used: it is a file, not a folder. Move that file away, or set DATA_DIR to another folder.`,
    );
    expect(await refusal(['start'], { DATA_DIR: `${file}/below` })).toContain(
      'a part of that path is a file',
    );
  });

  it.skipIf(isRoot)('a folder that this user may not write to', async () => {
    const folder = site.path('locked');
    await mkdir(folder);
    await chmod(folder, 0o500);
    expect(await refusal(['start'], { DATA_DIR: folder })).toContain('this user may not write there');
  });

  it('a read-only file system, in the folder itself or above it', async ({ skip }) => {
    const folder = site.path('read-only');
    const mount = mountInMemory(folder, 'ro');
    if (mount === null) return skip(NO_MOUNTS);
    onTestFinished(() => mount.unmount());
    for (const dataDir of [folder, `${folder}/a/b`]) {
      expect(await refusal(['start'], { DATA_DIR: dataDir })).toBe(
        `DATA_DIR ${dataDir} cannot be used: its file system is read-only. Set DATA_DIR to a writable folder.`,
      );
    }
  });

  it('a full disk, detected at once or later; with free space the same folder works', async ({ skip }) => {
    const folder = site.path('full');
    const mount = mountInMemory(folder, 'size=16k');
    if (mount === null) return skip(NO_MOUNTS);
    onTestFinished(() => mount.unmount());
    const settings = { DATA_DIR: `${folder}/data` };
    expect(await refusal(['start'], settings)).toBe(
      `DATA_DIR ${folder}/data cannot be used: the disk is full. Free some space, or set DATA_DIR to another folder.`,
    );
    mount.remount('size=30m');
    expect(await refusal(['start'], settings)).toMatch(
      /^Could not create the PostgreSQL .* The disk is full: /u,
    );
    expect(await readdir(settings.DATA_DIR)).not.toContain('postgres');
    mount.remount('size=200m');
    const program = await startProgram(['start'], { settings });
    expect(program.output.stdout).toMatch(/Log in as admin with the password/u);
    expect(await program.end()).toMatchObject({ code: 0 });
  });
});

describe('an unreachable DATABASE_URL is reported without its password, with the reason:', () => {
  it.each([
    ['nothing listens there', 'start', '127.0.0.1:1/textprobe', 'Nothing answers at'],
    ['the host is not known', 'migrate', 'nowhere.invalid/textprobe', 'The host nowhere.invalid in'],
  ])('%s', async (_what, command, place, sentence) => {
    const said = await refusal([command], { DATABASE_URL: `postgres://textprobe:hunter2@${place}` });
    expect(said).toContain(sentence);
    expect(said).toContain(`postgres://textprobe:***@${place}`);
    expect(said).not.toContain('hunter2');
  });

  it('there is no such database', async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const wrong = new URL(url);
    wrong.pathname = '/textproob';
    expect(await refusal(['start'], { DATABASE_URL: wrong.href })).toMatch(
      /^There is no database textproob at .*: create it \(createdb textproob\), or correct DATABASE_URL\.$/u,
    );
  });
});

it('an invalid GATEWAYS fails a start before it creates a database', async () => {
  const file = site.path('none.json');
  expect(await refusal(['start'], { GATEWAYS: file })).toBe(
    `GATEWAYS: there is no file "${file}". Write "lab" for the simulated carriers, "database" for gateways added in the console only, or the path of a gateways file.`,
  );
  expect(existsSync(site.path('unused/postgres'))).toBe(false);
  expect(await site.postgresOf(site.path('unused'))).toBeNull();
});
