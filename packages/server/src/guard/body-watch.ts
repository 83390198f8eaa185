/**
 * Bodies on their way in: none takes a place of admission while it arrives, and those of requests that have not proven who
 * they are are few, small and quick (GUARD-1).
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT, STRANGER_BODY_LIMIT } from '../http/bodies.ts';
import { cutRequest } from '../http/client-errors.ts';
import { ProblemError, unknownRoute } from '../http/problem.ts';

const WITHIN_MS = 10_000;
/**
 * A source that posts an MMS proves itself by a signature over all of its body. Whoever knows its address, 128 random bits,
 * may take as long as a phone takes for 10 MB at 1.5 Mbit/s.
 */
const LARGE_WITHIN_MS = 60_000;
/** Of these Fastify reads no body. */
const BODYLESS = new Set(['GET', 'HEAD', 'TRACE']);

/** @returns how many bodies of strangers are arriving */
export function watchBodies(
  app: FastifyInstance,
  { clock, onCut }: { readonly clock: Clock; readonly onCut: (request: FastifyRequest) => void },
): () => number {
  const bodies = createStrangerBodies(clock);

  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw, standing } = request;
    if (BODYLESS.has(request.method) || raw.complete || !hasBody(request)) return done(null, payload);
    if (request.is404) return done(unknownRoute(request));
    if (standing.isProven) {
      standing.place?.pause();
      return done(null, payload);
    }
    const limit = limitOf(request);
    if (lengthOf(request) > limit) return done(tooLarge(limit));
    standing.place?.pause();
    bodies.begin({
      network: standing.network,
      request: raw,
      withinMs: lengthOf(request) > STRANGER_BODY_LIMIT ? LARGE_WITHIN_MS : WITHIN_MS,
      mostBytes: limit,
      cut(why) {
        onCut(request);
        cutRequest(raw.socket, why === 'slow' ? 'request.timeout' : 'server.busy', clock);
      },
    });
    done(null, payload);
  });
  app.addHook('onClose', async () => bodies.stop());
  return () => bodies.size;
}

function hasBody(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;
}

/** In bytes, as the client says; 0 where it does not. */
function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0) || 0;
}

/** A route whose strangers send more says so itself. */
function limitOf({ routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions;
  return bodyLimit === BODY_LIMIT ? STRANGER_BODY_LIMIT : bodyLimit;
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError('body.too-large', `Send at most ${limit.toLocaleString('en-US')} bytes here.`);
}

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

/**
 * Bodies of requests that have not proven who they are, while they arrive: a bounded number, shared by networks, each for a
 * bounded time. The one that has been arriving longest makes room for a new one, so whoever trickles is in nobody's way:
 * an honest body is there within milliseconds.
 */
function createStrangerBodies(clock: Clock) {
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
