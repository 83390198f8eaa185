/**
 * Who is let in while there is more to do than can be done (promise 6). What handsets and carriers report comes before
 * what somebody asks for: it has happened already, and would only be told again. Calls are let in ever fewer at once
 * while what is let in waits too long, down to what keeps the process at work; and no caller has all of the room.
 */

/** Bounds of one process. */
export interface AdmissionLimits {
  /** Requests at once, reports included. */
  readonly requests: number;
  /** So long may a request wait for the processor or the database, in milliseconds: beyond that fewer calls are let in. */
  readonly delayMs: number;
}

/** A request at the door. */
export interface Comer {
  /** A report of a handset or a carrier. */
  readonly isReport: boolean;
  /** Whatever tells this caller from another. */
  readonly caller: string;
}

/** `busy`: there is no room; `share`: this caller has more than his share of it already. */
export type Refusal = 'busy' | 'share';

export interface Admission {
  /** Lets one in and answers what to call when it has gone; or says why not. */
  enter(comer: Comer): (() => void) | Refusal;
  /** Told again and again for how long requests wait just now, in milliseconds: how many are let in follows from it. */
  adapt(delayMs: number): void;
  readonly inFlight: number;
  /** Calls that may be answered at once now. */
  readonly allowed: number;
  /** Whether as many are let in as ever. */
  readonly isOpen: boolean;
}

/** Of the room, what calls may take; the rest is for reports alone. */
const SHARE_OF_CALLS = 3 / 4;
/** Of the calls let in, what one caller may make. A browser makes six at once. */
const SHARE_OF_CALLER = 1 / 4;
const LEAST_SHARE = 6;
/** Of all room, what one source of reports may take: it may speak for hundreds of phones. */
const SHARE_OF_SOURCE = 1 / 2;
/** Enough to keep ten connections to the database and the processor at work: fewer would only be slower. */
const LEAST_CALLS = 32;
/** The steps down are large, those up small, as in TCP: too much waits at once, what is free shows slowly. */
const FEWER = 0.7;
const MORE = 1.15;

export function createAdmission({ requests, delayMs: mostDelayMs }: AdmissionLimits): Admission {
  const mostCalls = Math.max(1, Math.floor(requests * SHARE_OF_CALLS));
  const leastCalls = Math.min(LEAST_CALLS, mostCalls);
  const ofCaller = new Map<string, number>();
  let allowed = mostCalls;
  let calls = 0;
  let reports = 0;

  function refusalOf({ isReport, caller }: Comer): Refusal | null {
    const share = Math.max(LEAST_SHARE, isReport ? requests * SHARE_OF_SOURCE : allowed * SHARE_OF_CALLER);
    if ((ofCaller.get(caller) ?? 0) >= share) return 'share';
    return calls + reports >= requests || (!isReport && calls >= allowed) ? 'busy' : null;
  }

  return {
    enter(comer) {
      const refusal = refusalOf(comer);
      if (refusal !== null) return refusal;
      const { isReport, caller } = comer;
      ofCaller.set(caller, (ofCaller.get(caller) ?? 0) + 1);
      if (isReport) reports += 1;
      else calls += 1;
      return () => {
        const left = (ofCaller.get(caller) ?? 0) - 1;
        if (left > 0) ofCaller.set(caller, left);
        else ofCaller.delete(caller);
        if (isReport) reports -= 1;
        else calls -= 1;
      };
    },
    adapt(delayMs) {
      if (delayMs > mostDelayMs) allowed = Math.max(leastCalls, Math.floor(Math.min(allowed, calls) * FEWER));
      else allowed = Math.min(mostCalls, Math.ceil(allowed * MORE));
    },
    get inFlight() {
      return calls + reports;
    },
    get allowed() {
      return allowed;
    },
    get isOpen() {
      return allowed === mostCalls;
    },
  };
}
