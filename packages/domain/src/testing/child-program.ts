/**
 * Programs as child processes of a test or a bench: a script over the sources, or the built program. Their output is
 * collected and can be waited for; they are signalled, and killed when the process that started them exits.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const MAIN = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url));

/** A first start on two cores takes a few seconds, and 22 of them beside ten programs more. Milliseconds. */
const READY_WITHIN_MS = 120_000;
/** For tests that start several programs, one after the other. Milliseconds. */
export const PROGRAM_TEST_MS = 300_000;
/** What the long-running commands print once they are ready. */
const READY =
  /^ *(?:Textprobe (?:is ready|serves|works)|The carrier lab is ready)(?:.*? at (?<place>\S+))?/mu;

export type Settings = Readonly<Record<string, string>>;

export interface ChildOptions {
  /** Its whole environment; that of this process unless given. */
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
  /** Resolves when it has ended and all its output is here. */
  readonly ended: Promise<Ended>;
  /**
   * The first match in the complete lines of its output, stdout before stderr. Rejects with all its output when it ends
   * without one.
   */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  /** Signals it and waits for its end; also where it has ended already. */
  end(signal?: NodeJS.Signals): Promise<Ended & { readonly tookMs: number }>;
}

export interface Program extends Child {
  /** What it named as its place: the console's address, or the lab's host and port; empty for `work`. */
  readonly place: string;
  /** From the spawn to the ready line, in milliseconds. */
  readonly readyAfterMs: number;
}

export interface ProgramOptions extends Pick<ChildOptions, 'uid'> {
  /** Its environment, so that nothing of the machine's leaks in. */
  readonly settings?: Settings;
  /** Milliseconds. */
  readonly readyWithinMs?: number;
}

const running = new Set<Child>();
// A test run that is broken off must leave nothing behind that listens or writes.
process.once('exit', () => {
  for (const child of running) child.process.kill('SIGKILL');
});

/** Starts a TypeScript file over the sources, which are there without a build. */
export function startScript(script: string, args: readonly string[], options?: ChildOptions): Child {
  return launch(['--conditions=source', script, ...args], options);
}

/** Runs a command of the built program to its end. */
export async function runProgram(args: readonly string[], options: ProgramOptions = {}): Promise<Ended> {
  return launchProgram(args, options).ended;
}

/** Starts a command of the built program, without waiting for it. */
export function launchProgram(args: readonly string[], { settings, uid }: ProgramOptions = {}): Child {
  if (!existsSync(MAIN)) throw new Error(`${MAIN} is not there: build it first with npx tsc -b packages/cli`);
  const env = { PATH: process.env.PATH, NO_OPEN: '1', PORT: '0', ...settings };
  return launch([MAIN, ...args], { cwd: tmpdir(), env, ...(uid !== undefined && { uid }) });
}

/** Starts a long-running command of the built program. Rejects with all its output when it ends or is not ready in time. */
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
    // The channel carries no messages: the built program stops when it closes, as it does when we are killed.
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
