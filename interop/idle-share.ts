/** How much of the machine was idle meanwhile: a stall leaves the processors with nothing to do, and a busy machine does not. */
import { cpus } from 'node:os';

/** @returns what tells the share (0 to 1) of all processors' time since then that nobody used */
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
