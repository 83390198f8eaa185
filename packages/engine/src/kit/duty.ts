/**
 * A duty: something a process does again and again, when it is woken and at the latest after a while. All duties start
 * and stop alike; one that fails says so and tries again.
 */
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';

export interface Duty {
  start(): void;
  /** Has it run at once, or once more if it is just running. Nothing before start and after stop. */
  wake(): void;
  /** Resolves when it has ended what it was at; it does not begin again. Idempotent. */
  stop(): Promise<void>;
}

export interface DutyOptions {
  /** As the log names it. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The longest pause between two runs, in milliseconds. */
  readonly everyMs: number;
  /**
   * One run. It looks at the signal between its steps: aborted, it ends soon.
   * @returns milliseconds until the next run, where that is to come sooner than `everyMs`
   */
  readonly run: (signal: AbortSignal) => Promise<number | void>;
}

export function createDuty({ name, clock, log, everyMs, run }: DutyOptions): Duty {
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;
  let woken = false;
  let failures = 0;
  let endPause: (() => void) | undefined;

  async function runOnce(): Promise<number> {
    try {
      const next = await run(stopping.signal);
      if (failures > 0) log.info({ duty: name, failures }, 'a duty works again');
      failures = 0;
      return Math.min(next ?? everyMs, everyMs);
    } catch (error) {
      failures += 1;
      // The first failure in full, then only now and then: a database that is away fails every duty every second.
      if (failures === 1 || failures % 60 === 0) {
        log.error({ err: error, duty: name, failures }, 'a duty failed and will be tried again');
      }
      woken = false;
      return Math.min(everyMs, 1_000);
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(ms, end);
      function end(): void {
        cancel();
        endPause = undefined;
        resolve();
      }
      endPause = end;
    });
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      const next = await runOnce();
      if (!woken && !stopping.signal.aborted) await pause(next);
    }
  }

  return {
    start() {
      if (!stopping.signal.aborted) loop ??= work();
    },
    wake() {
      woken = true;
      endPause?.();
    },
    async stop() {
      stopping.abort();
      endPause?.();
      await loop;
    },
  };
}
