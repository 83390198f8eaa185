/** Starts the program to be measured, from its command line. */
import { chmod, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { launchProgram, type Settings, startProgram as start } from '@textprobe/domain/testing/child-program';

/** Long, because a start may migrate a large table. */
const READY_WITHIN_MS = 600_000;

export const USERNAME = 'admin';
export const PASSWORD = 'correct horse battery staple';

export interface Program {
  /** The console's URL; empty for `work`. */
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  stop(): Promise<unknown>;
}

/**
 * Starts everything (console, dispatch, embedded database, carrier lab) or another long-running command.
 * @param more settings in addition to those of the benchmark
 */
export async function startProgram(
  dataDir: string,
  more: Settings = {},
  command: 'start' | 'serve' | 'work' = 'start',
): Promise<Program> {
  await mkdir(dataDir, { recursive: true });
  // When started by root, the database runs as another user, who must be able to enter this folder.
  await chmod(dataDir, 0o711);
  const settings = benchSettings(dataDir, more);
  const { place, pid, end } = await start([command], { settings, readyWithinMs: READY_WITHIN_MS });
  return {
    url: place,
    pid,
    databaseUrl: more.DATABASE_URL ?? (await findDatabase(dataDir)),
    stop: () => end(),
  };
}

/** Runs a command of the program to its end and shows its output. @throws Error if it fails */
export async function runCommand(
  args: readonly string[],
  dataDir: string,
  more: Settings = {},
): Promise<void> {
  const child = launchProgram(args, { settings: benchSettings(dataDir, more) });
  child.process.stdout.pipe(process.stdout);
  child.process.stderr.pipe(process.stderr);
  const { code } = await child.ended;
  if (code !== 0) throw new Error(`textprobe ${args.join(' ')} failed (${code}).`);
}

function benchSettings(dataDir: string, more: Settings): Settings {
  // For profiling the program, for example with `--cpu-prof --cpu-prof-dir=FOLDER`.
  const { BENCH_NODE_OPTIONS: NODE_OPTIONS = '' } = process.env;
  return { NODE_OPTIONS, DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn', ...more };
}

/** The socket's folder is in DATA_DIR, or a file there has the address of the database. */
async function findDatabase(dataDir: string): Promise<string> {
  const read = async (folder: string, name: string) =>
    (await readFile(path.join(folder, name), 'utf8').catch(() => '')).trim();
  const home = (await read(dataDir, 'postgres-lives-at.txt')) || dataDir;
  const socket = await read(home, 'postgres-socket.txt');
  if (socket === '') throw new Error(`${home} does not contain the address of its database.`);
  return `postgres://textprobe@localhost:5432/textprobe?host=${encodeURIComponent(socket)}`;
}
