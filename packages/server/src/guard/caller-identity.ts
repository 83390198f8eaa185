/**
 * Which caller a request is charged to: its network until it authenticates, then its session, key or source. A credential
 * that was valid recently counts as known as soon as the headers are read, so that known callers get the capacity that
 * strangers cannot use.
 */
import { hash } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { ProblemError } from '../http/problem.ts';
import type { Permit } from './admission.ts';
import { createGate, type Gate } from './gate.ts';

export interface CallerIdentity {
  /** See `networkOf`. */
  readonly network: string;
  /** Whether its credential was valid recently. */
  readonly isKnown: boolean;
  /** What the request counts against until it authenticates. */
  readonly chargedTo: string;
  readonly isAuthenticated: boolean;
  /** Null where the request needs none, and before it is admitted. */
  permit: Permit | null;
  /** Looks the credential up; an unknown one queues with others of its network. @throws ProblemError rate.limited */
  lookUp<T>(work: () => Promise<T>): Promise<T>;
  /** The credential is valid. @param credential remembered as known; default: the one that the request carries */
  authenticate(credential?: string): void;
  /** The credential is invalid or no longer valid. */
  reject(): void;
}

/** @returns a function that derives the identity of an incoming request from its headers */
export function createCallerIdentities(deps: {
  readonly clock: Pick<Clock, 'now'>;
  /** The name of the session cookie. */
  readonly sessionCookie: string;
}): (request: FastifyRequest) => CallerIdentity {
  const known = createKnownCallers(deps.clock);
  const lookUp = createLookUp();
  const credentialOf = createCredentialReader(deps.sessionCookie);

  return (request) => {
    const network = networkOf(request.ip);
    const carried = credentialOf(request, network);
    const isKnown = carried !== null && known.has(carried);
    const identity = {
      network,
      isKnown,
      chargedTo: isKnown ? carried : network,
      isAuthenticated: false,
      permit: null as Permit | null,
      lookUp: <T>(work: () => Promise<T>) => (isKnown ? work() : lookUp(network, work)),
      authenticate(credential: string | null = carried) {
        identity.isAuthenticated = true;
        if (credential === null) return;
        known.remember(credential);
        identity.permit?.authenticate(credential);
      },
      reject() {
        if (carried !== null) known.forget(carried);
      },
    };
    return identity;
  };
}

const KNOWN_MS = 10 * 60_000;
/** Some 150 bytes each. Only valid credentials are remembered, so a stranger cannot evict others. */
const MAX_KNOWN = 10_000;

/**
 * The credentials that were valid recently. This decides only which share of the capacity a request counts against: each
 * request is still checked against the database, so a revoked credential grants no access.
 */
function createKnownCallers(clock: Pick<Clock, 'now'>) {
  /** When each was last seen, least recently first. */
  const seenAt = new Map<string, number>();

  return {
    has(credential: string): boolean {
      const at = seenAt.get(credential);
      return at !== undefined && clock.now() - at < KNOWN_MS;
    },
    remember(credential: string): void {
      seenAt.delete(credential);
      seenAt.set(credential, clock.now());
      if (seenAt.size <= MAX_KNOWN) return;
      const [oldest] = seenAt.keys();
      if (oldest !== undefined) seenAt.delete(oldest);
    },
    forget: (credential: string) => void seenAt.delete(credential),
  };
}

const LOOK_UPS_AT_ONCE = 20;
/** After a restart none of the keys of a network with a hundred handsets is known yet. */
const LOOK_UPS_WAITING = 100;

/**
 * Looks up unknown credentials, a few at once for each network, so that guesses queue behind each other.
 * @throws ProblemError rate.limited when the queue of the network is full
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

/** The credential of a session, from its `ConsoleSession.key`. */
export function sessionCredential(key: string): string {
  return `session:${key}`;
}

/**
 * Names the credential of a request from its headers alone, without checking it; a later request is recognized by this
 * name.
 * @returns a function that answers null where the request carries no credential
 */
function createCredentialReader(
  sessionCookie: string,
): (request: FastifyRequest, network: string) => string | null {
  const secretIn = new RegExp(`(?:^|; ?)${sessionCookie}=([\\w-]{43})(?:;|$)`);

  return ({ headers, routeOptions, url }, network) => {
    const { access, report } = routeOptions.config;
    // A source signs each report, so its URL alone proves nothing: known only together with the network it came from.
    if (report === true && access === 'public') return `source:${url.split('?', 1)[0]}@${network}`;
    if (access === 'handset' && headers.authorization !== undefined)
      return `key:${hash('sha256', headers.authorization, 'hex')}`;
    const secret = secretIn.exec(headers.cookie ?? '')?.[1];
    return secret === undefined ? null : sessionCredential(hash('sha256', secret, 'hex'));
  };
}
