/**
 * The handsets' pings: each says every so often that it is there and how it is. A ping that fails is not tried again: the
 * next one says the same.
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
  /** Each handset once in so many milliseconds; null: never. */
  readonly everyMs: number | null;
  readonly target: string | null;
  /** Those that are there just now, with their keys. */
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
    const late = new AbortController();
    const endPatience = clock.after(TIMEOUT_MS, () => late.abort(new Error(`no answer in ${TIMEOUT_MS} ms`)));
    try {
      const response = await fetch(new URL(PATH, origin), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(healthOf(random.fork(phoneNumber))),
        signal: AbortSignal.any([stopping.signal, late.signal]),
      });
      // Read to its end, or the connection is not used again.
      await response.arrayBuffer();
      if (!response.ok) tellOnce(phoneNumber, `status ${response.status}`);
    } catch (error) {
      if (!stopping.signal.aborted) tellOnce(phoneNumber, (error as Error).message);
    } finally {
      endPatience();
    }
  }

  /** While the other side is away every ping fails: one line says it. */
  function tellOnce(phoneNumber: string, reason: string): void {
    if (!hasFailed)
      log.warn({ phoneNumber, reason }, 'a handset could not ping; further failures are not logged');
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
      // Not only a whole round later: until its first ping nobody can tell whether a phone is there.
      if (isFirst && everyMs !== null && !stopping.signal.aborted) {
        cancel?.();
        cancel = clock.after(0, () => void round());
      }
    },
    stop() {
      stopping.abort(new Error('the lab stops'));
      cancel?.();
    },
  };
}

/** A phone's own all through a run. */
function healthOf(random: Random): { battery: number; charging: boolean; network: string } {
  const battery = Math.round((0.35 + random.next() * 0.65) * 100) / 100;
  const charging = random.next() < 0.5;
  return { battery, charging, network: NETWORKS[Math.floor(random.next() * NETWORKS.length)] ?? 'wifi' };
}
