/**
 * A duty: a background task that runs periodically and whenever it is woken. All duties start and stop the same way; a
 * failed run is logged and retried.
 */
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';

export interface Duty {
  start(): void;
  /** Runs it now, or once more if it is running. No effect before start or after stop. */
  wake(): void;
  /** Resolves once the current run has finished; no further run starts. Idempotent. */
  stop(): Promise<void>;
}

export interface DutyOptions {
  /** Name in the log. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Longest pause between two runs, in milliseconds. */
  readonly everyMs: number;
  /**
   * One run. Checks the signal between steps and returns soon after it is aborted.
   * @returns milliseconds until the next run, if sooner than `everyMs`
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
      if (failures > 0) log.info({ duty: name, failures }, 'a background task recovered');
      failures = 0;
      return Math.min(next ?? everyMs, everyMs);
    } catch (error) {
      failures += 1;
      // Log the first failure, then every 60th: while the database is unavailable every duty fails every second.
      if (failures === 1 || failures % 60 === 0) {
        log.error({ err: error, duty: name, failures }, 'a background task failed; retrying');
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
