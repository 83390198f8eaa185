/** One render process: handles one report at a time and is killed if that takes too long. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@textprobe/domain/clock';
import type { RenderCommand, RenderReply } from './render-protocol.ts';
import type { Report } from './report-data.ts';

/** The outcome of a report. `died`: the process exited by itself; the report may be retried in another one. */
export type RenderOutcome =
  | { readonly kind: 'made'; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'too slow' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'died'; readonly reason: string };

export interface RenderChild {
  /** The process id; undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Whether it can take another report: alive, and below its limits on reports and memory. */
  readonly fit: boolean;
  /** One at a time. Rejects only if reading the report's logs fails, with that error. */
  render(report: Report, signal: AbortSignal): Promise<RenderOutcome>;
  /** Kills the process; resolves once it has exited. Idempotent. */
  kill(): Promise<void>;
}

export interface RenderChildOptions {
  readonly clock: Clock;
  /** The timeout of one report, from its head to its PDF. Milliseconds. */
  readonly timeLimitMs: number;
  /** Reports before the process is replaced, which frees the native memory that they leak. */
  readonly reportsPerProcess: number;
  /** The memory above which the process is replaced after its report. Bytes. */
  readonly memoryLimit: number;
}

const OWN_FILE = fileURLToPath(import.meta.url);
/** `.ts` when running from the sources, as in tests; `.js` when built. */
const EXTENSION = path.extname(OWN_FILE);
const PROCESS_FILE = path.join(path.dirname(OWN_FILE), `render-process${EXTENSION}`);
const EXEC_ARGV = EXTENSION === '.ts' ? ['--conditions=source'] : [];
/** How much of the end of stderr is kept, where a panic prints its message. Characters. */
const KEPT_STDERR = 2_000;

export function startRenderChild(options: RenderChildOptions): RenderChild {
  // An empty environment: ours holds the database password, and a render process needs nothing from it.
  const child = fork(PROCESS_FILE, [], {
    execArgv: EXEC_ARGV,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-KEPT_STDERR);
  });
  const ended = endOf(child, () => stderr);
  let reports = 0;
  let fit = true;
  void ended.then(() => (fit = false));
  // 'ready' may arrive before anything waits for it.
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()));

  async function render(report: Report, signal: AbortSignal): Promise<RenderOutcome> {
    reports += 1;
    const cutoff = createCutoff(options.clock, options.timeLimitMs, signal);
    try {
      const outcome = await Promise.race([cutoff.outcome, ended, sendReport(report)]);
      const interrupted = outcome.kind !== 'made' && outcome.kind !== 'failed';
      if (interrupted || reports >= options.reportsPerProcess) fit = false;
      return outcome;
    } catch (error) {
      // The logs could not be read, so the process is left with half a report.
      fit = false;
      throw error;
    } finally {
      cutoff.dispose();
      if (!fit) void kill();
    }
  }

  async function sendReport(report: Report): Promise<RenderOutcome> {
    await ready;
    await send(child, { say: 'head', head: report.head });
    for await (const logs of report.logs) await send(child, { say: 'logs', logs });
    const reply = nextReply(child);
    await send(child, { say: 'render' });
    const message = await reply;
    if (message.say === 'done') {
      if (message.memory > options.memoryLimit) fit = false;
      return { kind: 'made', pdf: message.pdf };
    }
    return {
      kind: 'failed',
      reason: message.say === 'failed' ? message.reason : `unexpected reply '${message.say}'`,
    };
  }

  async function kill(): Promise<void> {
    fit = false;
    child.kill('SIGKILL');
    await ended;
  }

  return {
    pid: child.pid,
    get fit() {
      return fit;
    },
    render,
    kill,
  };
}

function nextReply(child: ChildProcess): Promise<RenderReply> {
  return new Promise((resolve) => child.once('message', resolve as (message: unknown) => void));
}

/** Resolves when the message is written. It never does if the process has exited; `ended` reports that. */
function send(child: ChildProcess, command: RenderCommand): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(command, (error) => error === null && resolve());
  });
}

function endOf(child: ChildProcess, stderr: () => string): Promise<RenderOutcome> {
  return new Promise((resolve) => {
    const died = (reason: string) => resolve({ kind: 'died', reason: `${reason} ${stderr()}`.trim() });
    child.once('error', (error) => died(error.message));
    child.once('exit', (code, signal) => died(`ended with ${signal ?? code}`));
  });
}

/** Resolves at the time limit or when the caller aborts, whichever is first; `dispose` cancels both. */
function createCutoff(clock: Clock, timeLimitMs: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<RenderOutcome>();
  const cancel = clock.after(timeLimitMs, () => resolve({ kind: 'too slow' }));
  const abort = () => resolve({ kind: 'aborted' });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return {
    outcome: promise,
    dispose() {
      cancel();
      signal.removeEventListener('abort', abort);
    },
  };
}
