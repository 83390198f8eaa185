/** What was started, to be ended in the reverse order: also when a later part could not be started at all. */
import type { Log } from '@textprobe/database/core/log';

export interface Stops {
  /** To be ended before everything added earlier. */
  add(name: string, stop: () => Promise<void> | void): void;
  /** Ends all, one after the other; a part that fails to end is told and does not keep the others. Idempotent. */
  stopAll(): Promise<void>;
}

export function createStops(log: Log): Stops {
  const started: { name: string; stop: () => Promise<void> | void }[] = [];
  let stopped: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (let part = started.pop(); part !== undefined; part = started.pop()) {
      try {
        await part.stop();
      } catch (error) {
        log.error({ err: error }, `${part.name} did not end cleanly`);
      }
    }
  }

  return {
    add: (name, stop) => void started.push({ name, stop }),
    stopAll: () => (stopped ??= stopAll()),
  };
}
