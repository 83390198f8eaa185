/**
 * Who is let in while there is more to do than can be done (promise 6). What handsets and carriers report comes before
 * what somebody asks for: it has happened already, and would only be told again. Ever fewer are let in at once while
 * what is in waits too long, down to what keeps the process at work; and no caller has all of the room. Strangers together
 * have half of it at most: the rest is kept for those who have proven who they are (GUARD-1).
 */

/** Bounds of one process. */
export interface AdmissionLimits {
  /** At once. */
  readonly requests: number;
  /** So long may a request wait for the processor or the database, in milliseconds: beyond that fewer are let in. */
  readonly delayMs: number;
}

/** A request at the door. */
interface Comer {
  /** A report of a handset or a carrier. */
  readonly isReport: boolean;
  /** Whether this caller has proven who it is; a stranger else. */
  readonly isKnown: boolean;
  /** Who is charged: of a known one its session or key, of a stranger its network. */
  readonly caller: string;
}

/** What one request holds while it is answered. */
export interface Place {
  /** Gives it back. Idempotent. */
  leave(): void;
  /** The stranger has proven who it is: charged to that from now on. */
  prove(caller: string): void;
  /** Gives it back while the body arrives. */
  pause(): void;
  /** Takes it again; a stranger may find that there is no room any more. */
  resume(): Refusal | null;
}

/** `busy`: there is no room; `share`: this caller has more than his share of it already. */
export type Refusal = 'busy' | 'share';

export interface Admission {
  /** Lets one in, or says why not. */
  enter(comer: Comer): Place | Refusal;
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
/** Of the room, what strangers may have together, and of the places for reports one of their networks. */
const MOST_STRANGERS = 1 / 2;
const SHARE_OF_NETWORK = 1 / 4;
/** Enough to keep ten connections to the database and the processor at work: less would only be slower. */
const LEAST_ROOM = 48;
/** The steps down are large, those up small, as in TCP: too much waits at once, what is free shows slowly. */
const LESS = 0.7;
const MORE = 1.15;

export function createAdmission({ requests, delayMs: mostDelayMs }: AdmissionLimits): Admission {
  const leastRoom = Math.min(LEAST_ROOM, requests);
  const ofCaller = new Map<string, number>();
  const inside = { calls: 0, reports: 0, strangers: 0 };
  let room = requests;
  let shareOfCalls = MOST_CALLS;
  let lacksReports = false;

  function refusalOf({ isReport, isKnown, caller }: Comer): Refusal | null {
    const places = Math.max(1, Math.floor(room * (isReport ? MOST_REPORTS : shareOfCalls)));
    const part = isReport ? (isKnown ? SHARE_OF_SOURCE : SHARE_OF_NETWORK) : SHARE_OF_CALLER;
    if ((ofCaller.get(caller) ?? 0) >= Math.max(LEAST_SHARE, places * part)) return 'share';
    if (!isKnown && inside.strangers >= Math.max(1, room * MOST_STRANGERS)) return 'busy';
    const taken = isReport ? inside.reports : inside.calls;
    return taken >= places || inside.calls + inside.reports >= room ? 'busy' : null;
  }

  function count({ isReport, isKnown, caller }: Comer, change: 1 | -1): void {
    const after = (ofCaller.get(caller) ?? 0) + change;
    if (after > 0) ofCaller.set(caller, after);
    else ofCaller.delete(caller);
    inside[isReport ? 'reports' : 'calls'] += change;
    if (!isKnown) inside.strangers += change;
  }

  function take(comer: Comer): Place {
    let holder = comer;
    let state: 'held' | 'paused' | 'left' = 'held';
    count(holder, 1);
    return {
      leave() {
        if (state === 'held') count(holder, -1);
        state = 'left';
      },
      prove(caller) {
        if (state === 'held') count(holder, -1);
        holder = { isReport: comer.isReport, isKnown: true, caller };
        if (state === 'held') count(holder, 1);
      },
      pause() {
        if (state !== 'held') return;
        count(holder, -1);
        state = 'paused';
      },
      resume() {
        if (state !== 'paused') return null;
        // A known one was let in before its body was read, and reading it for nothing helps nobody.
        const refusal = holder.isKnown ? null : refusalOf(holder);
        if (refusal !== null) return refusal;
        count(holder, 1);
        state = 'held';
        return null;
      },
    };
  }

  return {
    enter(comer) {
      const refusal = refusalOf(comer);
      lacksReports ||= comer.isReport && comer.isKnown && refusal === 'busy';
      return refusal ?? take(comer);
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
