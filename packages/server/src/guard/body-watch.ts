/**
 * Request bodies while they arrive: they hold no capacity, and those of unauthenticated requests are limited in number,
 * size and time (GUARD-1).
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT, UNAUTHENTICATED_BODY_LIMIT } from '../http/bodies.ts';
import { cutRequest } from '../http/client-errors.ts';
import { ProblemError, unknownRoute } from '../http/problem.ts';

const WITHIN_MS = 10_000;
/**
 * A source that posts an MMS is authenticated by a signature over the whole body. A caller that knows its address, 128
 * random bits, may take as long as a phone needs for 10 MB at 1.5 Mbit/s.
 */
const LARGE_WITHIN_MS = 60_000;
/** Fastify reads no body of these. */
const BODYLESS = new Set(['GET', 'HEAD', 'TRACE']);

/** @returns a function that counts the bodies of strangers still arriving */
export function watchBodies(
  app: FastifyInstance,
  { clock, onCut }: { readonly clock: Clock; readonly onCut: (request: FastifyRequest) => void },
): () => number {
  const bodies = createStrangerBodies(clock);

  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw, identity } = request;
    if (BODYLESS.has(request.method) || raw.complete || !hasBody(request)) return done(null, payload);
    if (request.is404) return done(unknownRoute(request));
    if (identity.isAuthenticated) {
      identity.permit?.pause();
      return done(null, payload);
    }
    const limit = limitOf(request);
    if (lengthOf(request) > limit) return done(tooLarge(limit));
    identity.permit?.pause();
    bodies.begin({
      network: identity.network,
      request: raw,
      bytes: lengthOf(request) || limit,
      withinMs: lengthOf(request) > UNAUTHENTICATED_BODY_LIMIT ? LARGE_WITHIN_MS : WITHIN_MS,
      maxBytes: limit,
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

/** The declared length in bytes; 0 without one. */
function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0) || 0;
}

/** A route that takes larger bodies of strangers sets a `bodyLimit` of its own. */
function limitOf({ routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions;
  return bodyLimit === BODY_LIMIT ? UNAUTHENTICATED_BODY_LIMIT : bodyLimit;
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError('body.too-large', `Send at most ${limit.toLocaleString('en-US')} bytes here.`);
}

interface ArrivingBody {
  readonly network: string;
  readonly request: IncomingMessage;
  /** As declared; the most that may arrive if it is not. */
  readonly bytes: number;
  /** Deadline in milliseconds from now, and size limit. */
  readonly withinMs: number;
  readonly maxBytes: number;
  /** Called once, when the body is too slow or is dropped in favor of another. */
  readonly cut: (why: 'slow' | 'crowded') => void;
}

/** 16 MB of 64 kB each, which is what callers get that know no source's address. */
const MAX_BODIES = 256;
/** Some 25 MMS of 10 MB. All bodies together never take more memory. */
const MAX_BYTES = 256 * 1_048_576;
/** How many networks it takes to reach either limit. */
const NETWORKS = 4;
const CHECK_MS = 1_000;
const MIN_BYTES_PER_S = 1_000;
/** A lost packet is retransmitted after 1 and 3 s; the minimum rate applies after that. Milliseconds. */
const GRACE_MS = 5_000;

interface Entry extends ArrivingBody {
  readonly beganAt: number;
  readonly readBefore: number;
}

/**
 * Arriving bodies of unauthenticated requests: a bounded number, shared by networks, each for a bounded time. A new one
 * evicts the oldest, so that trickling clients do not block others: an honest body arrives within milliseconds.
 */
function createStrangerBodies(clock: Clock) {
  /** By network, each oldest first. */
  const ofNetwork = new Map<string, Set<Entry>>();
  let size = 0;
  let bytes = 0;
  let cancel: (() => void) | undefined;
  let stopped = false;

  function end(entry: Entry): boolean {
    const entries = ofNetwork.get(entry.network);
    if (!entries?.delete(entry)) return false;
    if (entries.size === 0) ofNetwork.delete(entry.network);
    size -= 1;
    bytes -= entry.bytes;
    return true;
  }

  function cut(entry: Entry | undefined, why: 'slow' | 'crowded'): void {
    if (entry !== undefined && end(entry)) entry.cut(why);
  }

  function makeRoom({ network, bytes: more }: ArrivingBody): void {
    for (let own = ofNetwork.get(network); own !== undefined; own = ofNetwork.get(network)) {
      const fits = own.size < MAX_BODIES / NETWORKS && bytesOf(own) + more <= MAX_BYTES / NETWORKS;
      if (fits) break;
      cut(oldestOf(own), 'crowded');
    }
    if (size === MAX_BODIES)
      cut(
        oldestOfLargest(({ size }) => size),
        'crowded',
      );
    while (bytes + more > MAX_BYTES) cut(oldestOfLargest(bytesOf), 'crowded');
  }

  function oldestOfLargest(sizeOf: (entries: ReadonlySet<Entry>) => number): Entry | undefined {
    const [largest] = [...ofNetwork.values()].toSorted((one, other) => sizeOf(other) - sizeOf(one));
    return largest && oldestOf(largest);
  }

  function checkLater(): void {
    if (!stopped && size > 0) cancel ??= clock.after(CHECK_MS, check);
  }

  function check(): void {
    cancel = undefined;
    const now = clock.now();
    const late = [...ofNetwork.values()].flatMap((entries) => [...entries].filter((one) => isLate(one, now)));
    for (const entry of late) cut(entry, 'slow');
    checkLater();
  }

  return {
    /** Watches a body until it has arrived or its connection is gone. */
    begin(body: ArrivingBody): void {
      makeRoom(body);
      const { request, network } = body;
      const entry: Entry = { ...body, beganAt: clock.now(), readBefore: request.socket.bytesRead };
      const entries = ofNetwork.get(network) ?? new Set();
      ofNetwork.set(network, entries.add(entry));
      size += 1;
      bytes += body.bytes;
      // 'close' fires after the last byte and after a broken connection; 'end' fires one tick earlier.
      request.once('end', () => end(entry)).once('close', () => end(entry));
      checkLater();
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

function bytesOf(entries: ReadonlySet<Entry>): number {
  return [...entries].reduce((sum, entry) => sum + entry.bytes, 0);
}

function oldestOf(entries: ReadonlySet<Entry>): Entry | undefined {
  const [oldest] = entries;
  return oldest;
}

function isLate({ request, beganAt, readBefore, withinMs, maxBytes }: Entry, now: number): boolean {
  const age = now - beganAt;
  const bytes = request.socket.bytesRead - readBefore;
  if (age >= withinMs || bytes > maxBytes) return true;
  return age >= GRACE_MS && bytes < (age / 1_000) * MIN_BYTES_PER_S;
}
