import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdDataDir, readHolder } from './data-dir-hold.ts';
import { systemClock } from './system-clock.ts';

const HOLDER = fileURLToPath(new URL('./testing/data-dir-holder.ts', import.meta.url));

describe('holding a DATA_DIR', () => {
  let folder: string;
  let children: ChildProcess[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'textprobe hold '));
    children = [];
  });
  afterEach(async () => {
    for (const child of children) await kill(child);
    rmSync(folder, { recursive: true, force: true });
  });

  const holdHere = () => holdDataDir(folder, { command: 'start', clock: systemClock });

  /** Another process that tries to hold the folder, and the lines it says. */
  function startHolder() {
    const child = spawn(process.execPath, ['--conditions=source', HOLDER, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, nextLine: async () => String((await lines.next()).value) };
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  it('tells the second who holds it, since when, and where', async () => {
    const { child, nextLine } = startHolder();
    expect(await nextLine()).toBe('held');
    await expect(holdHere()).rejects.toThrow(
      new RegExp(
        `^DATA_DIR ${folder} is in use by process ${child.pid} \\('textprobe start', since [\\d :-]+ UTC, at http://127\\.0\\.0\\.1:3000\\)\\. End that one first, or set DATA_DIR to another folder\\.$`,
        'u',
      ),
    );
  });

  it('ends with a killed holder, whose pid may belong to another program by now', async () => {
    const { child, nextLine } = startHolder();
    await nextLine();
    await kill(child);
    expect(readHolder(folder)?.pid).toBe(child.pid);
    // As if the pid of the killed holder had been given to a process that is alive: this one.
    writeFileSync(
      path.join(folder, 'held-by.json'),
      JSON.stringify({ pid: process.pid, command: 'start', since: 0 }),
    );
    const hold = await holdHere();
    expect(readHolder(folder)).toMatchObject({ pid: process.pid, command: 'start' });
    hold.release();
  });

  it('is given to one of many that start at once', async () => {
    const holders = Array.from({ length: 4 }, () => startHolder());
    const said = await Promise.all(holders.map(({ nextLine }) => nextLine()));
    expect(said.filter((line) => line === 'held')).toHaveLength(1);
    expect(said.filter((line) => line.includes('is in use by'))).toHaveLength(3);
  });

  it('passes to the next once it is let go', async () => {
    const first = await holdHere();
    first.release();
    first.release();
    expect(readHolder(folder)).toBeNull();
    const second = await holdHere();
    second.release();
  });

  it('is waited for while its holder is stopping', async () => {
    const { child, nextLine } = startHolder();
    await nextLine();
    child.stdin?.write('stop\n');
    expect(await nextLine()).toBe('stopping');
    const waiting = holdHere();
    child.stdin?.end();
    const hold = await waiting;
    hold.release();
  });

  it('survives a holder file that nobody can read', async () => {
    const { nextLine } = startHolder();
    await nextLine();
    writeFileSync(path.join(folder, 'held-by.json'), '{ half');
    await expect(holdHere()).rejects.toThrow(`DATA_DIR ${folder} is in use by another program.`);
  });

  it('says so when the lock cannot be made at all', async () => {
    rmSync(folder, { recursive: true });
    await expect(holdHere()).rejects.toThrow('its lock.db cannot be locked (unable to open database file)');
  });
});
