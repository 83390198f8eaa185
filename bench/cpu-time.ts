/** Measures the CPU time of processes and their descendants, on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux's value on every architecture. */
const TICK_MS = 10;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ms: number;
}

/** Milliseconds of user and system time of these processes and their descendants. 0 without /proc. */
export function cpuTime(pids: readonly number[]): number {
  const all = readStats();
  const wanted = new Set(pids);
  for (let before = 0; before < wanted.size; ) {
    before = wanted.size;
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid);
  }
  return all.filter(({ pid }) => wanted.has(pid)).reduce((total, { ms }) => total + ms, 0);
}

/** The same without descendants. */
export function ownCpuTime(pids: readonly number[]): number {
  return pids.flatMap(readStat).reduce((total, { ms }) => total + ms, 0);
}

/** A process's parent; 0 if unknown. */
export function parentOf(pid: number): number {
  return readStat(pid)[0]?.parent ?? 0;
}

function readStats(): Stat[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/u.test(name))
      .flatMap((name) => readStat(Number(name)));
  } catch {
    return [];
  }
}

function readStat(pid: number): Stat[] {
  try {
    // The name is in parentheses and may contain any character; the fields start after the last one (proc(5)).
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return [{ pid, parent, ms: (user + system + childUser + childSystem) * TICK_MS }];
  } catch {
    // The process ended in the meantime.
    return [];
  }
}
