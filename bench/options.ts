/** The command-line options, the same for all benchmarks. */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE =
  "write 'npm run bench -- seed [--scale 0.01] [--seed 1] [--until 2026-11-21] [--data FOLDER]', then " +
  "'npm run bench -- lists [--data FOLDER] [--requests 200] [--only WORD] [--write]', " +
  "'npm run bench:web [-- --data FOLDER] [--only WORD] [--write]', " +
  "'npm run bench -- dispatch | create | receptions | growing | imports | audit [--messages N] [--rounds 3] [--write]', 'dispatch' with [--late 5], " +
  "'growing' with [--beside 10000000] [--snapshot], or " +
  "'npm run bench:kannel [-- --messages 50000] [--rounds 3] [--write]'.";

export type BenchOptions = Readonly<ReturnType<typeof readOptions>>;

/** @throws Error with the usage for an unknown argument */
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
    /** 1 is 100,000 tests and about 10 million messages. */
    scale: Number(values.scale),
    /** The same seed, scale and end create the same rows. */
    seed: Number(values.seed),
    /** The end of the year of messages, in epoch milliseconds. */
    until: Date.parse(`${values.until}T00:00:00Z`),
    /** The DATA_DIR of the measured program. */
    dataDir: path.resolve(values.data),
    /** Requests per query, after warm-up. */
    requests: Number(values.requests),
    /** Measures only queries whose name contains this. */
    only: values.only,
    /** Messages per round; null for the benchmark's default. */
    messages: values.messages === undefined ? null : Number(values.messages),
    /** The number of rounds. */
    rounds: Number(values.rounds),
    /** Delay of each receipt at the SMSC, in seconds. */
    late: Number(values.late),
    /** Existing messages in the current month for the last round of `growing`; 0 for none. */
    beside: Number(values.beside),
    /** Keeps a snapshot open during the rounds, like `pg_dump`. */
    snapshot: values.snapshot,
    /** Writes the figures to README.md. */
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
