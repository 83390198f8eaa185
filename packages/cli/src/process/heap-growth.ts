/**
 * How much garbage V8 may let lie before it collects. Left to itself it collects the old generation for the first time
 * at some 250 MB, and afterwards at up to four times what was in use then: a large run, of which 50 MB are in use at any
 * time, took the process to 500 MB and more, and no collection gives that back to the system.
 */
import { setFlagsFromString } from 'node:v8';

/** Beyond what was in use after the last collection, in per cent of it. */
const GROWING_PERCENT = 100;

/** For the whole process, from here on: to be called before the program is loaded. It costs collections, most of them beside. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}
