/** What a caller may choose, the same for every command of the bench. */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE =
  "write 'npm run bench -- seed [--scale 0.01] [--seed 1] [--until 2026-11-21] [--data FOLDER]', then " +
  "'npm run bench -- lists [--data FOLDER] [--requests 200] [--only WORD] [--write]', " +
  "'npm run bench:web [-- --data FOLDER] [--only WORD] [--write]', " +
  "'npm run bench -- dispatch | create | receptions | growing [--messages N] [--rounds 3] [--write]', 'dispatch' with [--late 5], " +
  "'growing' with [--beside 10000000] [--snapshot], or " +
  "'npm run bench:kannel [-- --messages 50000] [--rounds 3] [--write]'.";

export interface BenchOptions {
  /** 1 is 100,000 tests and some 10 million messages. */
  readonly scale: number;
  /** The same seed, scale and end make the same rows. */
  readonly seed: number;
  /** Where the year of messages ends, in epoch milliseconds. */
  readonly until: number;
  /** The DATA_DIR of the program that is measured. */
  readonly dataDir: string;
  /** How often each question is asked after warm-up. */
  readonly requests: number;
  /** Measures only the questions whose name holds this. */
  readonly only: string;
  /** Messages of a round; null: as many as the command finds fit. */
  readonly messages: number | null;
  /** How many rounds. */
  readonly rounds: number;
  /** Seconds by which the SMSC delays each receipt. */
  readonly late: number;
  /** Messages of the present month beside which `growing` measures at its end; 0: none. */
  readonly beside: number;
  /** Whether a snapshot is held open meanwhile, as `pg_dump` does. */
  readonly snapshot: boolean;
  /** Whether the figures are written into README.md. */
  readonly write: boolean;
}

/** @throws Error with the usage, when an argument is none of ours */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scale: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      until: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      data: { type: 'string', default: path.join(tmpdir(), 'textprobe-bench') },
      requests: { type: 'string', default: '200' },
      only: { type: 'string', default: '' },
      messages: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      late: { type: 'string', default: '0' },
      beside: { type: 'string', default: '0' },
      snapshot: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const options = {
    scale: Number(values.scale),
    seed: Number(values.seed),
    until: Date.parse(`${values.until}T00:00:00Z`),
    dataDir: path.resolve(values.data),
    requests: Number(values.requests),
    only: values.only,
    messages: values.messages === undefined ? null : Number(values.messages),
    rounds: Number(values.rounds),
    late: Number(values.late),
    beside: Number(values.beside),
    snapshot: values.snapshot,
    write: values.write,
  };
  const areCounts =
    options.requests > 0 && (options.messages === null || options.messages > 0) && options.rounds > 0;
  const isSound =
    options.scale > 0 &&
    Number.isInteger(options.seed) &&
    areCounts &&
    options.late >= 0 &&
    options.beside >= 0;
  if (!isSound || Number.isNaN(options.until)) throw new Error(USAGE);
  return options;
}
