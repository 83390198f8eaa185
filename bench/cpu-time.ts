/** How much processor time processes have used, those they started included, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, whatever the architecture. */
const TICK_MS = 10;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ms: number;
}

/** Milliseconds of user and system time of these processes and all below them. 0 where there is no /proc. */
export function cpuTime(pids: readonly number[]): number {
  const all = readStats();
  const wanted = new Set(pids);
  for (let before = 0; before < wanted.size; ) {
    before = wanted.size;
    for (const { pid, parent } of all) if (wanted.has(parent)) wanted.add(pid);
  }
  return all.filter(({ pid }) => wanted.has(pid)).reduce((total, { ms }) => total + ms, 0);
}

/** The same of these processes alone. */
export function ownCpuTime(pids: readonly number[]): number {
  return pids.flatMap(readStat).reduce((total, { ms }) => total + ms, 0);
}

/** Who started a process; 0 where that is not known. */
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
    // The name stands in brackets and may hold anything: what counts comes after the last one (proc(5)).
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return [{ pid, parent, ms: (user + system + childUser + childSystem) * TICK_MS }];
  } catch {
    // It ended meanwhile.
    return [];
  }
}
