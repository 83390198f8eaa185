/** A program that starts a render process, prints its id, and runs until it is killed. */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { startRenderChild } from '../render-child.ts';

const child = startRenderChild({
  clock: createManualClock(0),
  timeLimitMs: 30_000,
  reportsPerProcess: 10,
  memoryLimit: 1e9,
});
process.stdout.write(`${child.pid}\n`);
