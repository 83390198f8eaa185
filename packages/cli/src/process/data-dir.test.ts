import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startScript } from '@textprobe/domain/testing/child-program';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainDataDirError, holdDataDir, prepareDataDir, readHolder } from './data-dir.ts';
import { systemClock } from './system-clock.ts';
import { UserError } from './user-error.ts';

const root = mkdtempSync(path.join(tmpdir(), 'textprobe data dir '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('prepareDataDir', () => {
  it('creates the folder and its parents, and leaves nothing in it', () => {
    const folder = path.join(root, 'a', 'b c');
    prepareDataDir(folder);
    prepareDataDir(folder);
    expect(existsSync(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports a file in its place or in its path', () => {
    const file = path.join(root, 'file');
    writeFileSync(file, 'x');
    expect(() => prepareDataDir(file)).toThrow(
      new UserError(
        `DATA_DIR ${file} cannot be used: it is a file, not a folder. Move that file away, or set DATA_DIR to another folder.`,
      ),
    );
    expect(() => prepareDataDir(path.join(file, 'below'))).toThrow('a part of that path is a file');
  });

  it('reports a path that is too long', () => {
    expect(() => prepareDataDir(path.join(root, 'x'.repeat(300)))).toThrow('the path is too long');
  });

  it.each([
    ['EACCES', 'this user may not write there'],
    ['EROFS', 'read-only'],
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'quota'],
    ['EIO', 'EIO: i/o error. Fix that'],
  ])('has a sentence for %s', (code, words) => {
    const error = Object.assign(new Error(`${code}: i/o error`), { code });
    expect(explainDataDirError('/srv/data', error)).toMatch(
      new RegExp(`^DATA_DIR /srv/data cannot be used: .*${words}.* DATA_DIR to `, 'u'),
    );
  });
});

const HOLDER = fileURLToPath(new URL('../testing/data-dir-holder.ts', import.meta.url));

describe('holding a DATA_DIR', () => {
  let folder: string;
  let children: Child[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'textprobe hold '));
    children = [];
  });
  afterEach(async () => {
    for (const child of children) await child.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const holdHere = () => holdDataDir(folder, { command: 'start', clock: systemClock });

  /** Another process that tries to lock the folder, and its output. */
  async function startHolder(): Promise<{ holder: Child; answer: string }> {
    const holder = startScript(HOLDER, [folder]);
    children.push(holder);
    const [answer] = await holder.said(/^.+$/mu);
    return { holder, answer };
  }

  it('reports to a second process who holds it, since when, and where', async () => {
    const { holder, answer } = await startHolder();
    expect(answer).toBe('held');
    await expect(holdHere()).rejects.toThrow(
      new RegExp(
        `^DATA_DIR ${folder} is in use by process ${holder.pid} \\('textprobe start', since [\\d :-]+ UTC, at http://127\\.0\\.0\\.1:3000\\)\\. Stop it first, or set DATA_DIR to another folder\\.$`,
        'u',
      ),
    );
  });

  it('ends with a killed holder, whose pid may belong to another program by now', async () => {
    const { holder } = await startHolder();
    await holder.end('SIGKILL');
    expect(readHolder(folder)?.pid).toBe(holder.pid);
    // As if the pid of the killed holder were reused by a live process: this one.
    writeFileSync(
      path.join(folder, 'held-by.json'),
      JSON.stringify({ pid: process.pid, command: 'start', since: 0 }),
    );
    const hold = await holdHere();
    expect(readHolder(folder)).toMatchObject({ pid: process.pid, command: 'start' });
    hold.release();
  });

  it('is granted to only one of many that start at once', async () => {
    const holders = await Promise.all(Array.from({ length: 4 }, startHolder));
    expect(holders.filter(({ answer }) => answer === 'held')).toHaveLength(1);
    expect(holders.filter(({ answer }) => answer.includes('is in use by'))).toHaveLength(3);
  });

  it('passes to the next once released', async () => {
    const first = await holdHere();
    first.release();
    first.release();
    expect(readHolder(folder)).toBeNull();
    const second = await holdHere();
    second.release();
  });

  it('is waited for while its holder is stopping', async () => {
    const { holder } = await startHolder();
    holder.process.stdin.write('stop\n');
    await holder.said(/^stopping$/mu);
    const waiting = holdHere();
    holder.process.stdin.end();
    const hold = await waiting;
    hold.release();
  });

  it('survives an unreadable holder file', async () => {
    await startHolder();
    writeFileSync(path.join(folder, 'held-by.json'), '{ half');
    await expect(holdHere()).rejects.toThrow(`DATA_DIR ${folder} is in use by another program.`);
  });

  it('reports when the lock cannot be created', async () => {
    rmSync(folder, { recursive: true });
    await expect(holdHere()).rejects.toThrow('its lock.db cannot be locked (unable to open database file)');
  });
});
