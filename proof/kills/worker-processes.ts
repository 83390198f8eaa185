/** Starts and kills the worker processes of a test. */
import { fileURLToPath } from 'node:url';
import { type Child, startScript } from '@textprobe/domain/testing/child-program';
import type { WorkerOptions, WorkerReady } from './kill-points.ts';

const program = fileURLToPath(new URL('./killed-process.ts', import.meta.url));

/** One worker process. */
export interface Worker {
  readonly options: WorkerOptions;
  /** Resolves once it is ready; null if it exited before that. */
  readonly ready: Promise<WorkerReady | null>;
  /** Resolves when it has exited, with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): Promise<void>;
}

export interface Workers {
  start(options: WorkerOptions): Worker;
  /** The ports of the running inboxes. */
  inboxes(): readonly number[];
  /** Kills all workers. */
  close(): Promise<void>;
}

export function createWorkers(): Workers {
  const children = new Map<Child, number | null>();

  function start(options: WorkerOptions): Worker {
    const child = startScript(program, [JSON.stringify(options)]);
    child.process.stderr.pipe(process.stderr, { end: false });
    children.set(child, null);
    const ended = child.ended.then(({ signal }) => {
      children.delete(child);
      return signal;
    });
    const ready = child.said(/^\{.*\}$/mu).then(
      ([line]) => {
        const message = JSON.parse(line) as WorkerReady;
        if (children.has(child)) children.set(child, message.port);
        return message;
      },
      () => null,
    );
    return {
      options,
      ready,
      ended,
      async kill() {
        await child.end('SIGKILL');
      },
    };
  }

  return {
    start,
    inboxes: () => [...children.values()].filter((port) => port !== null),
    async close() {
      await Promise.all([...children.keys()].map((child) => child.end('SIGKILL')));
    },
  };
}
