/**
 * Who is let in while there is more to do than can be done (promise 6). What handsets and carriers report comes before
 * what somebody asks for: it has happened already, and would only be told again. Ever fewer are let in at once while
 * what is in waits too long, down to what keeps the process at work; and no caller has all of the room.
 */

/** Bounds of one process. */
export interface AdmissionLimits {
  /** At once. */
  readonly requests: number;
  /** So long may a request wait for the processor or the database, in milliseconds: beyond that fewer are let in. */
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
  /** Requests that may be answered at once now. */
  readonly allowed: number;
  /** Whether as many are let in as ever. */
  readonly isOpen: boolean;
}

/** Of the room, what calls may take at most, and at least while reports find none; and what reports may. */
const MOST_CALLS = 3 / 4;
const LEAST_CALLS = 1 / 8;
const MOST_REPORTS = 1 - LEAST_CALLS;
/** Of the places for calls, what one caller may have. A browser makes six at once. */
const SHARE_OF_CALLER = 1 / 4;
const LEAST_SHARE = 6;
/** Of the places for reports, what one source may have: it may speak for hundreds of phones. */
const SHARE_OF_SOURCE = 1 / 2;
/** Enough to keep ten connections to the database and the processor at work: less would only be slower. */
const LEAST_ROOM = 48;
/** The steps down are large, those up small, as in TCP: too much waits at once, what is free shows slowly. */
const LESS = 0.7;
const MORE = 1.15;

export function createAdmission({ requests, delayMs: mostDelayMs }: AdmissionLimits): Admission {
  const leastRoom = Math.min(LEAST_ROOM, requests);
  const ofCaller = new Map<string, number>();
  const inside = { calls: 0, reports: 0 };
  let room = requests;
  let shareOfCalls = MOST_CALLS;
  let lacksReports = false;

  function refusalOf({ isReport, caller }: Comer): Refusal | null {
    const places = Math.max(1, Math.floor(room * (isReport ? MOST_REPORTS : shareOfCalls)));
    const share = Math.max(LEAST_SHARE, places * (isReport ? SHARE_OF_SOURCE : SHARE_OF_CALLER));
    if ((ofCaller.get(caller) ?? 0) >= share) return 'share';
    const taken = isReport ? inside.reports : inside.calls;
    return taken >= places || inside.calls + inside.reports >= room ? 'busy' : null;
  }

  return {
    enter(comer) {
      const refusal = refusalOf(comer);
      lacksReports ||= comer.isReport && refusal === 'busy';
      if (refusal !== null) return refusal;
      const { isReport, caller } = comer;
      const kind = isReport ? 'reports' : 'calls';
      ofCaller.set(caller, (ofCaller.get(caller) ?? 0) + 1);
      inside[kind] += 1;
      return () => {
        const left = (ofCaller.get(caller) ?? 0) - 1;
        if (left > 0) ofCaller.set(caller, left);
        else ofCaller.delete(caller);
        inside[kind] -= 1;
      };
    },
    adapt(delayMs) {
      const used = Math.min(room, inside.calls + inside.reports);
      if (delayMs > mostDelayMs) room = Math.max(leastRoom, Math.floor(used * LESS));
      else room = Math.min(requests, Math.ceil(room * MORE));
      if (lacksReports) shareOfCalls = Math.max(LEAST_CALLS, shareOfCalls * LESS);
      else shareOfCalls = Math.min(MOST_CALLS, shareOfCalls * MORE);
      lacksReports = false;
    },
    get inFlight() {
      return inside.calls + inside.reports;
    },
    get allowed() {
      return room;
    },
    get isOpen() {
      return room === requests && shareOfCalls === MOST_CALLS;
    },
  };
}
