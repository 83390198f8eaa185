/**
 * The real program for browser tests: started as a person would start it, on a folder of its own, with a scenario whose
 * losses are known, and ended when the tests are. One a worker, shared by its tests.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../packages/cli/dist/main.js', import.meta.url));
const READY = /ready at (http:\/\/\S+)/;
const START_LIMIT_MS = 60_000;

export const USERNAME = 'admin';
export const PASSWORD = 'correct horse battery staple';

export interface Program {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

export async function startProgram(settings: Record<string, string> = {}): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'textprobe-e2e-'));
  // Started by root, the database could not be kept below a folder that only root can enter.
  await chmod(dataDir, 0o711);
  const child = spawn(process.execPath, [MAIN, 'start'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: '0',
      NO_OPEN: '1',
      ADMIN_PASSWORD: PASSWORD,
      LAB_SCENARIO: 'browser-tests',
      LAB_SEED: '1',
      CONFIRMATION_DEADLINE: '10s',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const url = await address(child, said);
  return {
    url,
    dataDir,
    async stop() {
      const { exitCode, signalCode } = child;
      if (exitCode === null && signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      await rm(dataDir, { recursive: true, force: true });
      if (exitCode !== null || signalCode !== null) {
        throw new Error(
          `The program ended by itself (${signalCode ?? `code ${exitCode}`}):\n${lastWords(said)}`,
        );
      }
    },
  };
}

/** What it said last, answered requests left out: a browser causes dozens a second. */
function lastWords(said: readonly string[]): string {
  return said
    .filter((line) => !line.includes('"msg":"request"'))
    .slice(-40)
    .join('\n');
}

/** The address the program prints once it is ready; what it said, if it never is. All it says goes to `said`. */
function address(child: ChildProcess, said: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(new Error(`The program ${why}:\n${lastWords(said)}`));
    };
    const limit = setTimeout(() => giveUp('was not ready in time'), START_LIMIT_MS);
    child.once('exit', (code) => giveUp(`ended with code ${code} before it was ready`));
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        const url = READY.exec(line)?.[1];
        if (url === undefined) return;
        clearTimeout(limit);
        child.removeAllListeners('exit');
        resolve(url.replace(/[.,]$/, ''));
      });
    }
  });
}
