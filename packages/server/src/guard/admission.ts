/**
 * Admission control under overload (promise 6). Reports of handsets and carriers take precedence over calls, since a refused
 * report is only retried. The concurrency limit shrinks while requests wait too long, down to what keeps the process busy,
 * and no caller gets all of it: neither one session or key, nor one account with all its sessions. Unauthenticated callers
 * (strangers) share at most half (GUARD-1).
 */

/** Bounds of one process. */
export interface AdmissionLimits {
  /** Requests in flight. */
  readonly requests: number;
  /** Longest acceptable wait for the processor or a database connection, in milliseconds; beyond it the limit shrinks. */
  readonly delayMs: number;
}

/** The caller of one incoming request. */
interface Caller {
  /** A report of a handset or a carrier. */
  readonly isReport: boolean;
  /** Whether its credential was valid recently; if not, it is a stranger. */
  readonly isKnown: boolean;
  /** What the request counts against: session or key for a known caller, network for a stranger. */
  readonly chargedTo: string;
  /** The account whose session it is, which it counts against too; null without one. */
  readonly account: string | null;
}

/** What an admitted request holds until it is answered. */
export interface Permit {
  /** Idempotent. */
  release(): void;
  /** Charges the request to an authenticated caller from now on; refuses one that was a stranger and already has its share. */
  authenticate(chargedTo: string, account: string | null): Refusal | null;
  /** Releases capacity while the body arrives. */
  pause(): void;
  /** Takes capacity again; refuses a stranger when there is none left. */
  resume(): Refusal | null;
}

/** `busy`: no capacity; `share`: this caller already uses its share. */
export type Refusal = 'busy' | 'share';

export interface Admission {
  admit(caller: Caller): Permit | Refusal;
  /** Adjusts the limit to how long requests currently wait, in milliseconds. Call it periodically. */
  adapt(delayMs: number): void;
  readonly inFlight: number;
  /** The current limit of requests in flight. */
  readonly allowed: number;
  /** Whether no limit is reduced. */
  readonly isOpen: boolean;
}

/** Maximum shares of the capacity: for calls, for calls while reports are refused, and for reports. */
const MAX_CALLS = 3 / 4;
const MIN_CALLS = 1 / 8;
const MAX_REPORTS = 1 - MIN_CALLS;
/** The share of the calls that one caller may have in flight. A browser makes six at once. */
const SHARE_OF_CALLER = 1 / 4;
const MIN_SHARE = 6;
/** One account may have this share in flight over all its sessions, of calls as of reports. */
const SHARE_OF_ACCOUNT = 1 / 2;
/** The share of the reports that one source may have in flight: it may report for hundreds of phones. */
const SHARE_OF_SOURCE = 1 / 2;
/** The share of the capacity for all strangers together, and the share of the reports for one of their networks. */
const MAX_STRANGERS = 1 / 2;
const SHARE_OF_NETWORK = 1 / 4;
/** Keeps ten database connections and the processor busy: fewer would only lower the throughput. */
const MIN_CAPACITY = 48;
/** As in TCP, the limit falls in large steps and grows in small ones: overload comes at once, spare capacity shows slowly. */
const DECREASE = 0.7;
const INCREASE = 1.15;

export function createAdmission({ requests, delayMs: maxDelayMs }: AdmissionLimits): Admission {
  const minCapacity = Math.min(MIN_CAPACITY, requests);
  const ofCaller = new Map<string, number>();
  const inFlight = { calls: 0, reports: 0, strangers: 0 };
  let capacity = requests;
  let shareOfCalls = MAX_CALLS;
  let refusedReports = false;

  const limitOf = (isReport: boolean) =>
    Math.max(1, Math.floor(capacity * (isReport ? MAX_REPORTS : shareOfCalls)));

  const has = (who: string, share: number, limit: number) =>
    (ofCaller.get(who) ?? 0) >= Math.max(MIN_SHARE, limit * share);

  function refusalOf({ isReport, isKnown, chargedTo, account }: Caller): Refusal | null {
    const limit = limitOf(isReport);
    const share = isReport ? (isKnown ? SHARE_OF_SOURCE : SHARE_OF_NETWORK) : SHARE_OF_CALLER;
    if (has(chargedTo, share, limit)) return 'share';
    if (account !== null && has(account, SHARE_OF_ACCOUNT, limit)) return 'share';
    if (!isKnown && inFlight.strangers >= Math.max(1, capacity * MAX_STRANGERS)) return 'busy';
    const ofKind = isReport ? inFlight.reports : inFlight.calls;
    return ofKind >= limit || inFlight.calls + inFlight.reports >= capacity ? 'busy' : null;
  }

  function countOf(who: string, change: 1 | -1): void {
    const after = (ofCaller.get(who) ?? 0) + change;
    if (after > 0) ofCaller.set(who, after);
    else ofCaller.delete(who);
  }

  function count({ isReport, isKnown, chargedTo, account }: Caller, change: 1 | -1): void {
    countOf(chargedTo, change);
    if (account !== null) countOf(account, change);
    inFlight[isReport ? 'reports' : 'calls'] += change;
    if (!isKnown) inFlight.strangers += change;
  }

  function issue(caller: Caller): Permit {
    let holder = caller;
    let state: 'held' | 'paused' | 'released' = 'held';
    count(holder, 1);
    return {
      release() {
        if (state === 'held') count(holder, -1);
        state = 'released';
      },
      authenticate(chargedTo, account) {
        if (holder.isKnown && holder.chargedTo === chargedTo) return null;
        if (state === 'held') count(holder, -1);
        const { isReport, isKnown } = holder;
        const isFull = account !== null && has(account, SHARE_OF_ACCOUNT, limitOf(isReport));
        holder = { isReport, isKnown: true, chargedTo, account };
        if (state === 'held') count(holder, 1);
        return !isKnown && isFull ? 'share' : null;
      },
      pause() {
        if (state !== 'held') return;
        count(holder, -1);
        state = 'paused';
      },
      resume() {
        if (state !== 'paused') return null;
        // A known caller was admitted before its body was read: refusing it now would waste that work.
        const refusal = holder.isKnown ? null : refusalOf(holder);
        if (refusal !== null) return refusal;
        count(holder, 1);
        state = 'held';
        return null;
      },
    };
  }

  return {
    admit(caller) {
      const refusal = refusalOf(caller);
      refusedReports ||= caller.isReport && caller.isKnown && refusal === 'busy';
      return refusal ?? issue(caller);
    },
    adapt(delayMs) {
      const used = Math.min(capacity, inFlight.calls + inFlight.reports);
      if (delayMs > maxDelayMs) capacity = Math.max(minCapacity, Math.floor(used * DECREASE));
      else capacity = Math.min(requests, Math.ceil(capacity * INCREASE));
      if (refusedReports) shareOfCalls = Math.max(MIN_CALLS, shareOfCalls * DECREASE);
      else shareOfCalls = Math.min(MAX_CALLS, shareOfCalls * INCREASE);
      refusedReports = false;
    },
    get inFlight() {
      return inFlight.calls + inFlight.reports;
    },
    get allowed() {
      return capacity;
    },
    get isOpen() {
      return capacity === requests && shareOfCalls === MAX_CALLS;
    },
  };
}
