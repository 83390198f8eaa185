/** The program that is measured, started as a person would start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));
/** A start may have a large table to migrate. */
const START_LIMIT_MS = 600_000;

export const USERNAME = 'admin';
export const PASSWORD = 'correct horse battery staple';

/** What long-running commands print once they are ready. */
const READY = /Textprobe (?:works|(?:is ready|serves) at (?<url>\S+))/u;

export interface Program {
  /** Of the console; empty for `work`. */
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts everything: console, dispatch, embedded database and the carrier lab; or another long-running command.
 * @param more settings beside those of the bench
 */
export async function startProgram(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
  command: 'start' | 'serve' | 'work' = 'start',
): Promise<Program> {
  await mkdir(dataDir, { recursive: true });
  // Started by root, the database could not be kept below a folder that only root can enter.
  await chmod(dataDir, 0o711);
  const child = spawnProgram([command], dataDir, more);
  const url = await address(child);
  return {
    url,
    pid: child.pid as number,
    databaseUrl: more.DATABASE_URL ?? (await findDatabase(dataDir)),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Runs one command of the program to its end and passes on what it says. @throws Error when it fails */
export async function runCommand(
  args: readonly string[],
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawnProgram(args, dataDir, more);
  child.stdout?.pipe(process.stdout);
  child.stderr?.pipe(process.stderr);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`textprobe ${args.join(' ')} failed (${code}).`);
}

function spawnProgram(
  args: readonly string[],
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  // For a profile of the program alone, such as `--cpu-prof --cpu-prof-dir=FOLDER`.
  const { PATH, HOME, BENCH_NODE_OPTIONS: NODE_OPTIONS } = process.env;
  const settings = {
    DATA_DIR: dataDir,
    PORT: '0',
    NO_OPEN: '1',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
  };
  return spawn(process.execPath, [MAIN, ...args], {
    env: { PATH, HOME, NODE_OPTIONS, ...settings, ...more },
    // The channel carries no word: its end tells the program that nobody is left who would stop it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const giveUp = (why: string) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(new Error(`the program ${why}:\n${said.slice(-20).join('\n')}`));
    };
    const limit = setTimeout(() => giveUp('was not ready in time'), START_LIMIT_MS);
    child.once('exit', (code) => giveUp(`ended with code ${code} before it was ready`));
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        const ready = READY.exec(line);
        if (ready === null) return;
        clearTimeout(limit);
        child.removeAllListeners('exit');
        resolve(ready.groups?.url ?? '');
      });
    }
  });
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
