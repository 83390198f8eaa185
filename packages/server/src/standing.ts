/**
 * Who is charged for a request: its network, until it has proven who it is; then its session, key or source. A credential
 * that proved valid a moment ago counts as known from the headers on, so that whoever is known finds the places that are
 * kept from strangers.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyRequest } from 'fastify';
import type { Place } from './admission.ts';
import { createCredentialReader } from './credentials.ts';
import { createKnownCallers } from './known-callers.ts';
import { createLookUp } from './look-ups.ts';
import { networkOf } from './network.ts';

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
