/**
 * Who is charged for a request: its network, until it has proven who it is; then its session, key or source. A credential
 * that proved valid a moment ago counts as known from the headers on, so that whoever is known finds the places that are
 * kept from strangers.
 */
import { hash } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { ProblemError } from '../http/problem.ts';
import type { Place } from './admission.ts';
import { createGate, type Gate } from './gate.ts';

export interface Standing {
  /** See `networkOf`. */
  readonly network: string;
  /** Whether its credential proved valid lately. */
  readonly isKnown: boolean;
  /** Who is charged for it at first. */
  readonly caller: string;
  /** Whether it has proven who it is by now. */
  readonly isProven: boolean;
  /** What it holds; null where it needs no place, and before it has one. */
  place: Place | null;
  /** Looks its credential up: one that is not known waits for others of its network. @throws ProblemError rate.limited */
  lookUp<T>(work: () => Promise<T>): Promise<T>;
  /** It has proven who it is. @param credential what it will be known by; what it bears unless told */
  prove(credential?: string): void;
  /** What it bears is worth nothing, or no longer. */
  disprove(): void;
}

/** @returns what tells the standing of a request that has just come in */
export function createStandings(deps: {
  readonly clock: Pick<Clock, 'now'>;
  /** The name of the cookie that bears a session. */
  readonly sessionCookie: string;
}): (request: FastifyRequest) => Standing {
  const known = createKnownCallers(deps.clock);
  const lookUp = createLookUp();
  const credentialOf = createCredentialReader(deps.sessionCookie);

  return (request) => {
    const network = networkOf(request.ip);
    const borne = credentialOf(request, network);
    const isKnown = borne !== null && known.has(borne);
    const standing = {
      network,
      isKnown,
      caller: isKnown ? borne : network,
      isProven: false,
      place: null as Place | null,
      lookUp: <T>(work: () => Promise<T>) => (isKnown ? work() : lookUp(network, work)),
      prove(credential: string | null = borne) {
        standing.isProven = true;
        if (credential === null) return;
        known.remember(credential);
        standing.place?.prove(credential);
      },
      disprove() {
        if (borne !== null) known.forget(borne);
      },
    };
    return standing;
  };
}

const KNOWN_MS = 10 * 60_000;
/** Some 150 bytes each; only valid credentials come in, so a stranger cannot push others out. */
const MOST_KNOWN = 10_000;

/**
 * Which credentials proved valid lately. It decides whose places a request takes before anything is looked up, and nothing
 * else: each request is still checked against the database, so what was revoked lets nobody in.
 */
function createKnownCallers(clock: Pick<Clock, 'now'>) {
  /** When each was seen last, the longest ago first. */
  const seenAt = new Map<string, number>();

  return {
    has(credential: string): boolean {
      const at = seenAt.get(credential);
      return at !== undefined && clock.now() - at < KNOWN_MS;
    },
    remember(credential: string): void {
      seenAt.delete(credential);
      seenAt.set(credential, clock.now());
      if (seenAt.size <= MOST_KNOWN) return;
      const [oldest] = seenAt.keys();
      if (oldest !== undefined) seenAt.delete(oldest);
    },
    forget: (credential: string) => void seenAt.delete(credential),
  };
}

const LOOK_UPS_AT_ONCE = 20;
/** After a restart a network of a hundred handsets reports with keys that all are still to be proven. */
const LOOK_UPS_WAITING = 100;

/**
 * Looks credentials up that have not proven valid yet: a few at once for each network, so that guesses wait for each other.
 * @throws ProblemError rate.limited where too many of the network wait already
 */
function createLookUp() {
  const gates = new Map<string, { readonly gate: Gate; users: number }>();

  return async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    const entry = gates.get(network) ?? { gate: createGate(LOOK_UPS_AT_ONCE, LOOK_UPS_WAITING), users: 0 };
    gates.set(network, entry);
    entry.users += 1;
    try {
      const found = await entry.gate.pass(async () => ({ value: await work() }));
      if (found !== null) return found.value;
      throw new ProblemError('rate.limited', 'Too many logins or keys to check. Try again in a moment.', {
        retryAfterMs: 1_000,
      });
    } finally {
      entry.users -= 1;
      if (entry.users === 0) gates.delete(network);
    }
  };
}

/** The credential of a session, by the hash that names it (`ConsoleSession.key`). */
export function sessionCredential(key: string): string {
  return `session:${key}`;
}

/**
 * What a request says it is, read from its headers alone: a name for the credential, by which it is known again once it has
 * proven valid. Nothing of it has been checked.
 * @returns what reads the credential of a request of a network; null where it bears none
 */
function createCredentialReader(
  sessionCookie: string,
): (request: FastifyRequest, network: string) => string | null {
  const secretIn = new RegExp(`(?:^|; ?)${sessionCookie}=([\\w-]{43})(?:;|$)`);

  return ({ headers, routeOptions, url }, network) => {
    const { access, report } = routeOptions.config;
    // A source signs each report anew. Its address alone proves nothing: from elsewhere it is a stranger's until it is proven.
    if (report === true && access === 'public') return `source:${url.split('?', 1)[0]}@${network}`;
    if (access === 'handset' && headers.authorization !== undefined)
      return `key:${hash('sha256', headers.authorization, 'hex')}`;
    const secret = secretIn.exec(headers.cookie ?? '')?.[1];
    return secret === undefined ? null : sessionCredential(hash('sha256', secret, 'hex'));
  };
}
