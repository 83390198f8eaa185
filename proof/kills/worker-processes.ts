/** Worker processes that a test starts and sees die. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
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
  const children = new Map<ChildProcess, number | null>();
  // Programs are read once for all of them.
  const cache = mkdtempSync(path.join(tmpdir(), 'textprobe-kills-'));

  function start(life: WorkerLife): Worker {
    const child = spawn(process.execPath, ['--conditions=source', program, JSON.stringify(life)], {
      // Its input is never written to: its end tells the worker that whoever started it is gone.
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
    });
    children.set(child, null);
    const ended = once(child, 'exit').then(([, signal]) => {
      children.delete(child);
      return signal as NodeJS.Signals | null;
    });
    const lines = createInterface({ input: child.stdout });
    const ready = Promise.race([
      once(lines, 'line').then(([line]) => {
        const said = JSON.parse(String(line)) as WorkerReady;
        if (children.has(child)) children.set(child, said.port);
        return said;
      }),
      ended.then(() => null),
    ]);
    return {
      life,
      ready,
      ended,
      async kill() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }

  return {
    start,
    inboxes: () => [...children.values()].filter((port) => port !== null),
    async close() {
      await Promise.all(
        [...children.keys()].map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
      rmSync(cache, { recursive: true, force: true });
    },
  };
}
