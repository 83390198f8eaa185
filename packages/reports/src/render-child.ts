/** One render process: started when first needed, given one report at a time, killed when it takes too long. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@textprobe/domain/clock';
import type { RenderAnswer, RenderOrder } from './render-protocol.ts';
import type { Report } from './report-data.ts';

/** How a report ended. `died`: the process did, by itself; what it was making may be tried again in another. */
export type RenderOutcome =
  | { readonly kind: 'made'; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'too slow' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'died'; readonly reason: string };

export interface RenderChild {
  /** Of its process; undefined when that could not be started. */
  readonly pid: number | undefined;
  /** Whether it can take a report: alive, and neither old nor fat. */
  readonly fit: boolean;
  /** One at a time. Rejects only with what reading the report's logs rejects with. */
  render(report: Report, signal: AbortSignal): Promise<RenderOutcome>;
  /** Ends it at once; resolves when it is gone. Idempotent. */
  kill(): Promise<void>;
}

export interface RenderChildOptions {
  readonly clock: Clock;
  /** For one report, from its head to its PDF. Milliseconds. */
  readonly timeLimitMs: number;
  /** Reports until it is replaced: native memory that a report left behind goes with the process. */
  readonly reportsPerProcess: number;
  /** Memory from which it is replaced after its report. Bytes. */
  readonly memoryLimit: number;
}

const OWN_FILE = fileURLToPath(import.meta.url);
/** `.ts` where the sources themselves run, as in tests; `.js` where they are built. */
const EXTENSION = path.extname(OWN_FILE);
const PROCESS_FILE = path.join(path.dirname(OWN_FILE), `render-process${EXTENSION}`);
const EXEC_ARGV = EXTENSION === '.ts' ? ['--conditions=source'] : [];
/** Of what it says on stderr only the end is kept: that is where a panic tells itself. Characters. */
const KEPT_STDERR = 2_000;

export function startRenderChild(options: RenderChildOptions): RenderChild {
  // Nothing of our environment: it holds the database's password, and a render process needs none of it.
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
  // 'ready' may come before anybody waits for it.
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()));

  async function render(report: Report, signal: AbortSignal): Promise<RenderOutcome> {
    reports += 1;
    const cut = cutShort(options.clock, options.timeLimitMs, signal);
    try {
      const outcome = await Promise.race([cut.outcome, ended, giveOrders(report)]);
      const left = outcome.kind !== 'made' && outcome.kind !== 'failed';
      if (left || reports >= options.reportsPerProcess) fit = false;
      return outcome;
    } catch (error) {
      // Its logs could not be read: what it was told already stays half a report.
      fit = false;
      throw error;
    } finally {
      cut.over();
      if (!fit) void kill();
    }
  }

  async function giveOrders(report: Report): Promise<RenderOutcome> {
    await ready;
    await send(child, { say: 'head', head: report.head });
    for await (const logs of report.logs) await send(child, { say: 'logs', logs });
    const answered = nextAnswer(child);
    await send(child, { say: 'render' });
    const said = await answered;
    if (said.say === 'done') {
      if (said.memory > options.memoryLimit) fit = false;
      return { kind: 'made', pdf: said.pdf };
    }
    return { kind: 'failed', reason: said.say === 'failed' ? said.reason : `said '${said.say}'` };
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

function nextAnswer(child: ChildProcess): Promise<RenderAnswer> {
  return new Promise((resolve) => child.once('message', resolve as (message: unknown) => void));
}

/** Resolves when the message is written; one to a process that is gone never is, and `ended` tells of that. */
function send(child: ChildProcess, order: RenderOrder): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(order, (error) => error === null && resolve());
  });
}

function endOf(child: ChildProcess, stderr: () => string): Promise<RenderOutcome> {
  return new Promise((resolve) => {
    const died = (reason: string) => resolve({ kind: 'died', reason: `${reason} ${stderr()}`.trim() });
    child.once('error', (error) => died(error.message));
    child.once('exit', (code, signal) => died(`ended with ${signal ?? code}`));
  });
}

/** Whichever comes first, the time limit or the caller's going away; `over` forgets both. */
function cutShort(clock: Clock, timeLimitMs: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<RenderOutcome>();
  const cancel = clock.after(timeLimitMs, () => resolve({ kind: 'too slow' }));
  const abort = () => resolve({ kind: 'aborted' });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return {
    outcome: promise,
    over() {
      cancel();
      signal.removeEventListener('abort', abort);
    },
  };
}
