/**
 * A lock that allows one install or build at a time in a checkout. It is a file with the holder's pid; the program's own lock
 * (packages/cli/src/process/data-dir.ts) is stronger, but needs a newer Node than this script may run on.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/**
 * Runs `work` while holding the checkout's lock; waits, with a message, while another process holds it.
 * @template T
 * @param {string} root the checkout
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} the result of `work`
 * @throws {Error} with a sentence for the user if the checkout is not writable
 */
export async function withSetupLock(root, work) {
  const lock = path.join(root, '.cache', 'setup.lock');
  await acquire(lock);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function acquire(lock) {
  const mine = `${lock}.${process.pid}`;
  const me = JSON.stringify({ pid: process.pid, started: startTicks(process.pid) });
  try {
    mkdirSync(path.dirname(lock), { recursive: true });
    writeFileSync(mine, me);
  } catch (error) {
    throw new Error(
      `an install or a build is needed, but ${path.dirname(lock)} is not writable (${error.code}).`,
    );
  }
  try {
    for (let announced = false; !tryLink(mine, lock); announced = true) {
      const holder = readHolder(lock);
      if (holder === undefined) continue;
      if (!isAlive(holder)) breakLock(lock, holder);
      else {
        if (!announced)
          process.stderr.write(`textprobe: process ${holder.pid} is installing or building here; waiting\n`);
        await sleep(POLL_MS);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A hard link is atomic: no process ever reads a partial lock file. */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(lock) {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    return { pid: 0 };
  }
}

/** Removes a dead holder's lock; if a live process took it in the meantime, its lock is restored. */
function breakLock(lock, dead) {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const taken = readHolder(aside);
  if (taken?.pid !== dead.pid || taken?.started !== dead.started) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

function isAlive({ pid, started }) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startTicks(pid) === started;
}

/** Start time of a process in clock ticks since boot (proc(5), field 22), which detects a reused pid. Null if unknown. */
function startTicks(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
