/**
 * The built program as a child process: started, waited for until it says that it is ready, spoken to over HTTP, told
 * to end, killed. Environment and folder are its own, so that nothing of the machine's leaks in.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A first start on two cores takes a few seconds, and 22 of them beside ten programs more. Milliseconds. */
const PATIENCE_MS = 120_000;
/** For tests that start several, one after the other. Milliseconds. */
export const PROGRAM_TEST_MS = 300_000;
/** What the long-running commands say once they are. */
const READY =
  /^ *(?:Textprobe (?:is ready|serves|works)|The carrier lab is ready)(?:.*? at (?<place>\S+))?/mu;

export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly pid: number;
  /** What it named as its place: the console's address, or the lab's host and port; empty for `work`. */
  readonly place: string;
  /** From the spawn to the ready line, in milliseconds. */
  readonly readyAfterMs: number;
  /** So far. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Ended>;
  /** Resolves once its log has a line like that. */
  said(pattern: RegExp): Promise<void>;
  /** Signals it and waits for its end; also where it has ended already. */
  end(signal?: NodeJS.Signals): Promise<Ended & { readonly tookMs: number }>;
}

export interface ProgramOptions {
  readonly settings?: Settings;
  /** Run it as this user and group. */
  readonly uid?: number;
}

const running = new Set<ChildProcess>();
// A test run that is broken off must leave nothing behind that listens or writes.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs a command to its end. */
export async function runProgram(args: readonly string[], options: ProgramOptions = {}): Promise<Ended> {
  return launch(args, options).ended;
}

/** Starts a long-running command. Rejects with all that it said when it ends, or is not ready in time. */
export async function startProgram(args: readonly string[], options: ProgramOptions = {}): Promise<Program> {
  const began = performance.now();
  const { child, output, ended } = launch(args, options);
  const place = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => giveUp('is not ready in time'), PATIENCE_MS);
    function giveUp(why: string): void {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(new Error(`textprobe ${args.join(' ')} ${why}:\n${output.stdout}\n${output.stderr}`));
    }
    child.stdout?.on('data', () => {
      const ready = READY.exec(output.stdout);
      if (ready === null || !output.stdout.slice(ready.index).includes('\n')) return;
      clearTimeout(limit);
      resolve(ready.groups?.place ?? '');
    });
    void ended.then(({ code, signal }) => giveUp(`ended (${signal ?? code}) before it was ready`));
  });
  const readyAfterMs = performance.now() - began;
  return {
    pid: child.pid ?? 0,
    place,
    readyAfterMs,
    output,
    ended,
    said: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          if (!pattern.test(output.stderr)) return;
          child.stderr?.off('data', look);
          resolve();
        };
        child.stderr?.on('data', look);
        look();
      }),
    async end(signal = 'SIGTERM') {
      const told = performance.now();
      child.kill(signal);
      return { ...(await ended), tookMs: performance.now() - told };
    },
  };
}

function launch(args: readonly string[], { settings = {}, uid }: ProgramOptions) {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is not there: build it first with npx tsc -b packages/cli`);
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, NO_OPEN: '1', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, ...output });
    });
  });
  return { child, output, ended };
}
