/** A process of the program that shares its PostgreSQL with others: `textprobe serve` or `textprobe work`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { MAIN, PASSWORD } from '../program.ts';

export interface Process {
  readonly pid: number;
  /** What it said when it was ready. */
  readonly said: string;
  stop(): Promise<void>;
}

/** So long a start may take, and an end. */
const READY_MS = 60_000;

/** @param settings beside those that all of them have */
export async function startProcess(
  command: 'serve' | 'work',
  settings: Readonly<Record<string, string>>,
): Promise<Process> {
  const { PATH, HOME, BENCH_NODE_OPTIONS: NODE_OPTIONS } = process.env;
  const common = { PORT: '0', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [MAIN, command], {
    env: { PATH, HOME, NODE_OPTIONS, ...common, ...settings },
    // The channel carries no word: its end tells the program that nobody is left who would stop it.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const said = await firstLine(child, command);
  return {
    pid: child.pid ?? 0,
    said,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function firstLine(child: ChildProcess, command: string): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('the program has no output');
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(new Error(`textprobe ${command} ${why}`));
    };
    const limit = setTimeout(() => fail('was not ready in time'), READY_MS);
    child.once('exit', (code) => fail(`ended with code ${code} before it was ready`));
    // To the end, so that what it says later does not fill the pipe.
    createInterface({ input: stdout }).on('line', (line) => {
      clearTimeout(limit);
      child.removeAllListeners('exit');
      resolve(line);
    });
  });
}
