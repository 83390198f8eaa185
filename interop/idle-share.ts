/** Measures how idle the machine is: during a stall the CPUs have nothing to do, on a busy machine they do. */
import { cpus } from 'node:os';

/** @returns a function that returns the idle share (0 to 1) of all CPU time since the call */
export function measureIdleShare(): () => number {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    const all = after.all - before.all;
    return all === 0 ? 0 : (after.idle - before.idle) / all;
  };
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map(({ times: of }) => of);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce((sum, of) => sum + of.user + of.nice + of.sys + of.irq + of.idle, 0),
  };
}
