/**
 * Runs programs as child processes of a test or benchmark: a script over the sources, or the built program. Their output
 * is collected and can be awaited; they can be signaled, and are killed when the process that started them exits.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const MAIN = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url));

/** Scripts are compiled once for all test runs: a start then takes half the processor time. */
const COMPILED = fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url));

/** A first start takes a few seconds on two cores, and 22 s next to ten other programs. Milliseconds. */
const READY_WITHIN_MS = 120_000;
/** For tests that start several programs in sequence. Milliseconds. */
export const PROGRAM_TEST_MS = 300_000;
/** What the long-running commands print once they are ready. */
const READY =
  /^ *(?:Textprobe (?:is ready|serves|works)|The carrier lab is ready)(?:.*? at (?<place>\S+))?/mu;

export type Settings = Readonly<Record<string, string>>;

export interface ChildOptions {
  /** Its complete environment; by default that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Run it as this user and group. */
  readonly uid?: number;
}

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Ended extends Output {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly pid: number;
  /** So far. */
  readonly output: Output;
  /** Resolves once it has exited and all its output has arrived. */
  readonly ended: Promise<Ended>;
  /**
   * The first match in the complete lines of its output, stdout before stderr. Rejects with all output if it exits
   * without one.
   */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  /** Signals it and waits for its exit, even if it has already exited. */
  end(signal?: NodeJS.Signals): Promise<Ended & { readonly tookMs: number }>;
}

export interface Program extends Child {
  /** The address it printed: the console's URL, or the lab's host and port; empty for `work`. */
  readonly place: string;
  /** From the spawn to the ready line, in milliseconds. */
  readonly readyAfterMs: number;
}

export interface ProgramOptions extends Pick<ChildOptions, 'uid'> {
  /** Its environment, isolated from the machine's. */
  readonly settings?: Settings;
  /** Milliseconds. */
  readonly readyWithinMs?: number;
}

const running = new Set<Child>();
// An interrupted test run must leave nothing behind that listens or writes.
process.once('exit', () => {
  for (const child of running) child.process.kill('SIGKILL');
});

/** Starts a TypeScript file over the sources, which need no build. */
export function startScript(script: string, args: readonly string[], options?: ChildOptions): Child {
  const env = { ...(options?.env ?? process.env), NODE_COMPILE_CACHE: COMPILED };
  return launch(['--conditions=source', script, ...args], { ...options, env });
}

/** Runs a command of the built program to completion. */
export async function runProgram(args: readonly string[], options: ProgramOptions = {}): Promise<Ended> {
  return launchProgram(args, options).ended;
}

/** Starts a command of the built program without waiting for it. */
export function launchProgram(args: readonly string[], { settings, uid }: ProgramOptions = {}): Child {
  if (!existsSync(MAIN))
    throw new Error(`${MAIN} does not exist: build it first with npx tsc -b packages/cli`);
  const env = { PATH: process.env.PATH, NO_OPEN: '1', PORT: '0', ...settings };
  return launch([MAIN, ...args], { cwd: tmpdir(), env, ...(uid !== undefined && { uid }) });
}

/** Starts a long-running command of the built program. Rejects with all output if it exits or is not ready in time. */
export async function startProgram(args: readonly string[], options: ProgramOptions = {}): Promise<Program> {
  const began = performance.now();
  const child = launchProgram(args, options);
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    child.process.kill('SIGKILL');
  }, options.readyWithinMs ?? READY_WITHIN_MS);
  try {
    const ready = await child.said(READY);
    return { ...child, place: ready.groups?.place ?? '', readyAfterMs: performance.now() - began };
  } catch (cause) {
    const why = isLate ? 'is not ready in time' : 'ended before it was ready';
    throw new Error(`textprobe ${args.join(' ')} ${why}: ${(cause as Error).message}`, { cause });
  } finally {
    clearTimeout(limit);
  }
}

function launch(args: readonly string[], { uid, ...options }: ChildOptions = {}): Child {
  const spawned = spawn(process.execPath, args, {
    ...options,
    // The channel carries no messages. It closes when this process is killed, and the built program then stops.
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    ...(uid !== undefined && { uid, gid: uid }),
  }) as Child['process'];
  const output = { stdout: '', stderr: '' };
  spawned.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  spawned.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    spawned.once('error', reject);
    spawned.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, ...output });
    });
  });
  const child: Child = {
    process: spawned,
    pid: spawned.pid ?? 0,
    output,
    ended,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          for (const stream of [spawned.stdout, spawned.stderr]) stream.off('data', look);
        };
        const look = () => {
          const match =
            pattern.exec(completeLines(output.stdout)) ?? pattern.exec(completeLines(output.stderr));
          if (match === null) return;
          stop();
          resolve(match);
        };
        for (const stream of [spawned.stdout, spawned.stderr]) stream.on('data', look);
        look();
        void ended.then(({ code, signal, stdout, stderr }) => {
          stop();
          const end = `ended (${signal ?? code}) without ${String(pattern)}`;
          reject(new Error(`${args.join(' ')} ${end}:\n${stdout}\n${stderr}`));
        }, reject);
      }),
    async end(signal = 'SIGTERM') {
      const began = performance.now();
      spawned.kill(signal);
      return { ...(await ended), tookMs: performance.now() - began };
    },
  };
  running.add(child);
  return child;
}

function completeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}
