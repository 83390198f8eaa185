/**
 * Preloaded into a program (`NODE_OPTIONS=--import`): shifts its clock by the milliseconds in the file CLOCK_SHIFT_FILE, at
 * startup and at each SIGUSR2. Timers are not affected.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_SHIFT_FILE ?? '';
const realNow = Date.now.bind(Date);
let ahead = 0;

function readShift(): void {
  ahead = Number(readFileSync(file, 'utf8'));
}

Date.now = () => realNow() + ahead;
process.on('SIGUSR2', readShift);
readShift();
