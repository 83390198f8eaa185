/**
 * Loaded into a program before all else (`NODE_OPTIONS=--import`): its clock is ahead by as many milliseconds as the file
 * named by CLOCK_SHIFT_FILE says, at once and again at each SIGUSR2. Timers keep the machine's pace.
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
