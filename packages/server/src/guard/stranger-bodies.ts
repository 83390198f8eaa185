/**
 * Bodies of requests that have not proven who they are, while they arrive: a bounded number, shared by networks, each for a
 * bounded time. The one that has been arriving longest makes room for a new one, so whoever trickles is in nobody's way:
 * an honest body is there within milliseconds.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@textprobe/domain/clock';

interface ArrivingBody {
  readonly network: string;
  readonly request: IncomingMessage;
  /** To have arrived within, in milliseconds, and of no more bytes than that. */
  readonly withinMs: number;
  readonly mostBytes: number;
  /** Called once, where it came too slowly or made room for another. */
  readonly cut: (why: 'slow' | 'crowded') => void;
}

/** Bodies of at most 64 kB: 16 MB in all. */
const MOST = 256;
const MOST_OF_NETWORK = 64;
const LOOK_MS = 1_000;
const LEAST_BYTES_PER_S = 1_000;
/** A lost packet is sent again after 1 and 3 s; from then on the rate counts. Milliseconds. */
const GRACE_MS = 5_000;

interface Entry extends ArrivingBody {
  readonly beganAt: number;
  readonly readBefore: number;
}

export function createStrangerBodies(clock: Clock) {
  /** The longest arriving first. */
  const ofNetwork = new Map<string, Set<Entry>>();
  let size = 0;
  let cancel: (() => void) | undefined;
  let stopped = false;

  function end(entry: Entry): boolean {
    const entries = ofNetwork.get(entry.network);
    if (!entries?.delete(entry)) return false;
    if (entries.size === 0) ofNetwork.delete(entry.network);
    size -= 1;
    return true;
  }

  function cut(entry: Entry | undefined, why: 'slow' | 'crowded'): void {
    if (entry !== undefined && end(entry)) entry.cut(why);
  }

  function makeRoom(network: string): void {
    const own = ofNetwork.get(network);
    if (own !== undefined && own.size >= MOST_OF_NETWORK) cut(oldestOf(own), 'crowded');
    if (size < MOST) return;
    const largest = [...ofNetwork.values()].reduce((one, other) => (other.size > one.size ? other : one));
    cut(oldestOf(largest), 'crowded');
  }

  function lookLater(): void {
    if (!stopped && size > 0) cancel ??= clock.after(LOOK_MS, look);
  }

  function look(): void {
    cancel = undefined;
    const now = clock.now();
    const late = [...ofNetwork.values()].flatMap((entries) => [...entries].filter((one) => isLate(one, now)));
    for (const entry of late) cut(entry, 'slow');
    lookLater();
  }

  return {
    /** Watches a body until it has arrived or its connection is gone. */
    begin(body: ArrivingBody): void {
      makeRoom(body.network);
      const { request, network } = body;
      const entry: Entry = { ...body, beganAt: clock.now(), readBefore: request.socket.bytesRead };
      const entries = ofNetwork.get(network) ?? new Set();
      ofNetwork.set(network, entries.add(entry));
      size += 1;
      // 'close' comes after the last byte and after a broken connection; 'end' is a turn earlier.
      request.once('end', () => end(entry)).once('close', () => end(entry));
      lookLater();
    },
    get size(): number {
      return size;
    },
    stop(): void {
      stopped = true;
      cancel?.();
    },
  };
}

function oldestOf(entries: ReadonlySet<Entry>): Entry | undefined {
  const [oldest] = entries;
  return oldest;
}

function isLate({ request, beganAt, readBefore, withinMs, mostBytes }: Entry, now: number): boolean {
  const age = now - beganAt;
  const bytes = request.socket.bytesRead - readBefore;
  if (age >= withinMs || bytes > mostBytes) return true;
  return age >= GRACE_MS && bytes < (age / 1_000) * LEAST_BYTES_PER_S;
}
