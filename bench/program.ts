/** The program that is measured, started as a person would start it. */
import { chmod, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { launchProgram, type Settings, startProgram as start } from '@textprobe/domain/testing/child-program';

/** A start may have a large table to migrate. */
const READY_WITHIN_MS = 600_000;

export const USERNAME = 'admin';
export const PASSWORD = 'correct horse battery staple';

export interface Program {
  /** Of the console; empty for `work`. */
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  stop(): Promise<unknown>;
}

/**
 * Starts everything: console, dispatch, embedded database and the carrier lab; or another long-running command.
 * @param more settings beside those of the bench
 */
export async function startProgram(
  dataDir: string,
  more: Settings = {},
  command: 'start' | 'serve' | 'work' = 'start',
): Promise<Program> {
  await mkdir(dataDir, { recursive: true });
  // Started by root, the database could not be kept below a folder that only root can enter.
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

/** Runs one command of the program to its end and passes on what it says. @throws Error when it fails */
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
  // For a profile of the program alone, such as `--cpu-prof --cpu-prof-dir=FOLDER`.
  const { BENCH_NODE_OPTIONS: NODE_OPTIONS = '' } = process.env;
  return { NODE_OPTIONS, DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn', ...more };
}

/** The program keeps its socket's folder in DATA_DIR, or says there where its database lives instead. */
async function findDatabase(dataDir: string): Promise<string> {
  const read = async (folder: string, name: string) =>
    (await readFile(path.join(folder, name), 'utf8').catch(() => '')).trim();
  const home = (await read(dataDir, 'postgres-lives-at.txt')) || dataDir;
  const socket = await read(home, 'postgres-socket.txt');
  if (socket === '') throw new Error(`${home} does not say where its database is to be reached.`);
  return `postgres://textprobe@localhost:5432/textprobe?host=${encodeURIComponent(socket)}`;
}
