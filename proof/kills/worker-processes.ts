/** Worker processes that a test starts and sees die. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startScript } from '@textprobe/domain/testing/child-program';
import type { WorkerLife, WorkerReady } from './kill-points.ts';

const program = fileURLToPath(new URL('./killed-process.ts', import.meta.url));

/** One worker process. */
export interface Worker {
  readonly life: WorkerLife;
  /** Resolves once it works; null when it died before that. */
  readonly ready: Promise<WorkerReady | null>;
  /** Resolves when it is gone, with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): Promise<void>;
}

export interface Workers {
  start(life: WorkerLife): Worker;
  /** Ports of the inboxes of those that live. */
  inboxes(): readonly number[];
  /** Kills them all. */
  close(): Promise<void>;
}

export function createWorkers(): Workers {
  const children = new Map<Child, number | null>();
  // Programs are read once for all of them.
  const cache = mkdtempSync(path.join(tmpdir(), 'textprobe-kills-'));

  function start(life: WorkerLife): Worker {
    const child = startScript(program, [JSON.stringify(life)], {
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    });
    child.process.stderr.pipe(process.stderr, { end: false });
    children.set(child, null);
    const ended = child.ended.then(({ signal }) => {
      children.delete(child);
      return signal;
    });
    const ready = child.said(/^\{.*\}$/mu).then(
      ([line]) => {
        const said = JSON.parse(line) as WorkerReady;
        if (children.has(child)) children.set(child, said.port);
        return said;
      },
      () => null,
    );
    return {
      life,
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
      rmSync(cache, { recursive: true, force: true });
    },
  };
}
