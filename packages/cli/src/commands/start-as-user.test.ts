/** `textprobe start` within a user's home of mode 0700, as that user and as root. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { calls } from '@textprobe/contract/calls';
import {
  MAIN,
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const isRoot = process.getuid?.() === 0;
/** An unprivileged user on most systems. */
const UID = 65_534;
/** Not in /etc/passwd, like some container users. */
const NAMELESS = 54_321;
const PORTS_FOR_ALL = '/proc/sys/net/ipv4/ip_unprivileged_port_start';

let site: DataSite;
let dataDir: string;

beforeEach(async () => {
  site = await makeDataSite();
  await mkdir(site.path('home'), { mode: 0o700 });
  dataDir = site.path('home/data');
});
afterEach(() => site.remove(dataDir));

async function expectReady(program: Program): Promise<void> {
  expect((await fetch(new URL(calls.healthReady.path, program.place))).status).toBe(200);
  expect(await site.postgresOf(dataDir)).not.toBeNull();
}

function canRead(uid: number, file: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -r "$0"', file], { uid, gid: uid }).status === 0;
}

it('an ordinary user has all data in the home directory, unreadable to others', async ({ skip }) => {
  skip(!isRoot, 'needs root to become another user; the other tests run as this one');
  skip(!canRead(UID, MAIN) || !canRead(UID, process.execPath), 'other users may not read this checkout');
  await chown(site.path('home'), UID, UID);
  for (const [start, says] of [
    ['first', /Log in as admin with the password/u],
    ['second', /Textprobe is ready/u],
  ] as const) {
    const program = await startProgram(['start'], { settings: { DATA_DIR: dataDir }, uid: UID });
    expect(program.output.stdout, `${start} start`).toMatch(says);
    await expectReady(program);
    expect(await program.end()).toMatchObject({ code: 0 });
  }
  expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(UID);
  expect(existsSync(path.join(dataDir, 'postgres-lives-at.txt'))).toBe(false);
  expect(await stat(path.join(dataDir, 'admin-password.txt'))).toMatchObject({ uid: UID, mode: 0o100600 });
});

it('an ordinary user gets an error for a privileged port', async ({ skip }) => {
  skip(!isRoot || !canRead(UID, MAIN), 'needs root, and a checkout that other users may read');
  const isOpenToAll = existsSync(PORTS_FOR_ALL) && Number(readFileSync(PORTS_FOR_ALL, 'utf8')) <= 80;
  skip(isOpenToAll, 'this system has no privileged ports');
  await chown(site.path('home'), UID, UID);
  const settings = { DATA_DIR: dataDir, PORT: '80' };
  const { code, stderr } = await runProgram(['start'], { settings, uid: UID });
  expect(code).toBe(1);
  expect(stderr).toContain('textprobe: This user may not listen on port 80. Set PORT to a port above 1023.');
  expect(await site.postgresOf(dataDir)).toBeNull();
});

it('says what to do as a user without a name, which PostgreSQL refuses', async ({ skip }) => {
  skip(!isRoot || !canRead(NAMELESS, MAIN), 'needs root, and a checkout that other users may read');
  await chown(site.path('home'), NAMELESS, NAMELESS);
  const { code, stderr } = await runProgram(['start'], { settings: { DATA_DIR: dataDir }, uid: NAMELESS });
  expect(code).toBe(1);
  expect(stderr).toContain('add it to /etc/passwd, start as another user, or set DATABASE_URL.');
});

it('root stores the database in a system folder, since PostgreSQL cannot run as root, and says where', async ({
  skip,
}) => {
  skip(!isRoot, 'needs root');
  const program = await startProgram(['start'], { settings: { DATA_DIR: dataDir } });
  await expectReady(program);
  expect(await program.end()).toMatchObject({ code: 0 });
  expect(await site.postgresOf(dataDir)).toBeNull();
  const home = (await readFile(path.join(dataDir, 'postgres-lives-at.txt'), 'utf8')).trim();
  expect(home).toMatch(/^\/var\/lib\/textprobe\/\w+$/u);
  expect((await stat(path.join(home, 'postgres'))).uid).not.toBe(0);
});
