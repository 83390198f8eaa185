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

export type BenchOptions = Readonly<ReturnType<typeof readOptions>>;

/** @throws Error with the usage, when an argument is none of ours */
export function readOptions(args: readonly string[]) {
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
    /** 1 is 100,000 tests and some 10 million messages. */
    scale: Number(values.scale),
    /** The same seed, scale and end make the same rows. */
    seed: Number(values.seed),
    /** Where the year of messages ends, in epoch milliseconds. */
    until: Date.parse(`${values.until}T00:00:00Z`),
    /** The DATA_DIR of the program that is measured. */
    dataDir: path.resolve(values.data),
    /** How often each question is asked after warm-up. */
    requests: Number(values.requests),
    /** Measures only the questions whose name holds this. */
    only: values.only,
    /** Messages of a round; null: as many as the command finds fit. */
    messages: values.messages === undefined ? null : Number(values.messages),
    /** How many rounds. */
    rounds: Number(values.rounds),
    /** Seconds by which the SMSC delays each receipt. */
    late: Number(values.late),
    /** Messages of the present month beside which `growing` measures at its end; 0: none. */
    beside: Number(values.beside),
    /** Whether a snapshot stays open during the rounds, as `pg_dump` keeps one. */
    snapshot: values.snapshot,
    /** Whether the figures are written into README.md. */
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
