/**
 * Pings of the handsets: each reports periodically that it is online, with its state. A failed ping is not retried, since the
 * next one reports the same.
 */
import type { Clock } from '@textprobe/smpp/clock';
import type { Logger } from './log.ts';
import type { Random } from './random.ts';

export interface HandsetPings {
  setTarget(target: string | null): void;
  stop(): void;
}

interface HandsetPingOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** The ping interval in milliseconds; null: never. */
  readonly everyMs: number | null;
  readonly target: string | null;
  /** The handsets that are currently online, with their keys. */
  readonly present: () => readonly { readonly phoneNumber: string; readonly key: string }[];
  readonly random: Random;
}

const PATH = '/api/tests/sm/v1/handsets/ping';
const MAX_AT_A_TIME = 4;
const TIMEOUT_MS = 5_000;
const NETWORKS = ['wifi', 'LTE', '5G'];

export function createHandsetPings(options: HandsetPingOptions): HandsetPings {
  const { clock, log, everyMs, present, random } = options;
  const stopping = new AbortController();
  let target = options.target;
  let cancel: (() => void) | undefined;
  let hasFailed = false;

  async function pingAll(origin: string): Promise<void> {
    const queue = [...present()];
    const work = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) await ping(origin, next);
    };
    await Promise.all(Array.from({ length: MAX_AT_A_TIME }, work));
  }

  async function ping(origin: string, { phoneNumber, key }: { phoneNumber: string; key: string }) {
    if (stopping.signal.aborted) return;
    const timeout = new AbortController();
    const cancelTimeout = clock.after(TIMEOUT_MS, () =>
      timeout.abort(new Error(`no answer in ${TIMEOUT_MS} ms`)),
    );
    try {
      const response = await fetch(new URL(PATH, origin), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(healthOf(random.fork(phoneNumber))),
        signal: AbortSignal.any([stopping.signal, timeout.signal]),
      });
      // The body must be read, or the connection is not reused.
      await response.arrayBuffer();
      if (!response.ok) logOnce(phoneNumber, `status ${response.status}`);
    } catch (error) {
      if (!stopping.signal.aborted) logOnce(phoneNumber, (error as Error).message);
    } finally {
      cancelTimeout();
    }
  }

  /** Logged only once: while the other side is unreachable every ping fails. */
  function logOnce(phoneNumber: string, reason: string): void {
    if (!hasFailed) log.warn({ phoneNumber, reason }, 'a ping failed; further failures are not logged');
    hasFailed = true;
  }

  async function round(): Promise<void> {
    if (target !== null) await pingAll(target);
    if (everyMs !== null && !stopping.signal.aborted) cancel = clock.after(everyMs, () => void round());
  }

  if (everyMs !== null) cancel = clock.after(0, () => void round());
  return {
    setTarget(next) {
      const isFirst = target === null && next !== null;
      target = next;
      // A new handset pings at once: until its first ping its presence is unknown.
      if (isFirst && everyMs !== null && !stopping.signal.aborted) {
        cancel?.();
        cancel = clock.after(0, () => void round());
      }
    },
    stop() {
      stopping.abort(new Error('the lab is stopping'));
      cancel?.();
    },
  };
}

/** Constant for a phone throughout a run. */
function healthOf(random: Random): { battery: number; charging: boolean; network: string } {
  const battery = Math.round((0.35 + random.next() * 0.65) * 100) / 100;
  const charging = random.next() < 0.5;
  return { battery, charging, network: NETWORKS[Math.floor(random.next() * NETWORKS.length)] ?? 'wifi' };
}
