/**
 * Presence of a test phone: what its signs of life (pings and receptions) say, when it counts as offline, and when that
 * excuses the route for an unconfirmed message.
 *
 * The rule. Only a phone that pings regularly can be judged, because only then is the next sign expected: three pings,
 * each within the offline threshold of the previous one, show it. It is absent between two signs if that gap reaches the
 * threshold; silence while no server was listening says nothing and does not count. A message unconfirmed at its
 * deadline ends as 'handset offline' if its phone was absent for at least half the time between submission and deadline:
 * it could hardly have received it. If the phone was present for longer, silence counts against the route as usual.
 */

/** What is known about one phone. Instants are epoch milliseconds by our clock. */
export interface PhonePresence {
  /** Its last sign of life, of any kind. */
  readonly lastSeenAt: number;
  /** The last ping of a regular series; null for a phone that never had one. */
  readonly regularAt: number | null;
  /** Its last absence that ended: from the last sign before it to the first one after it. */
  readonly absence: Span | null;
}

/** From one instant to a later one, epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** State of a phone now. `unknown`: it does not ping regularly, or no server has been listening for long enough. */
export const PRESENCES = ['online', 'offline', 'unknown'] as const;
export type Presence = (typeof PRESENCES)[number];

/** The time for which servers have certainly been listening without a relevant gap. */
export type HandsetWatch = Span;

/** Default offline threshold: three missed pings at an interval of five minutes. */
export const OFFLINE_AFTER_MS = 15 * 60_000;

/** Pings in a row after which a phone counts as pinging regularly. */
export const REGULAR_PINGS = 3;

/** A phone that is still seen this long after its last regular ping no longer pings regularly, and is not judged. */
const PINGS_GIVEN_UP_MS = 7 * 86_400_000;

/** Whether the phone pings regularly, so that its silence means something. */
export function canBeJudged({ lastSeenAt, regularAt }: PhonePresence): boolean {
  return regularAt !== null && lastSeenAt - regularAt < PINGS_GIVEN_UP_MS;
}

/**
 * The current absence: from the phone's last sign (or from when listening started) until now.
 * @returns null if the phone is not offline or cannot be judged
 */
export function currentAbsence(
  presence: PhonePresence,
  watch: HandsetWatch | null,
  offlineAfterMs: number,
): Span | null {
  if (watch === null || !canBeJudged(presence)) return null;
  const from = Math.max(presence.lastSeenAt, watch.from);
  return watch.until - from >= offlineAfterMs ? { from, until: watch.until } : null;
}

/** @param now epoch milliseconds */
export function presenceOf(
  presence: PhonePresence,
  watch: HandsetWatch | null,
  offlineAfterMs: number,
  now: number,
): Presence {
  if (!canBeJudged(presence)) return 'unknown';
  if (currentAbsence(presence, watch, offlineAfterMs) !== null) return 'offline';
  return now - presence.lastSeenAt < offlineAfterMs ? 'online' : 'unknown';
}

/**
 * Whether, as far as is known, a phone was absent for at least half of a message's wait.
 * @param wait from the message's submission to its deadline
 */
export function wasAwayFor(
  presence: PhonePresence,
  watch: HandsetWatch | null,
  offlineAfterMs: number,
  wait: Span,
): boolean {
  if (!canBeJudged(presence)) return false;
  const now = currentAbsence(presence, watch, offlineAfterMs);
  // No sign since, so a current absence outlasts any deadline that is being handled.
  const still = now === null ? 0 : overlap({ from: now.from, until: Infinity }, wait);
  // Another absence than the current one, so nothing counts twice.
  const before = presence.absence === null ? 0 : overlap(presence.absence, wait);
  const away = still + before;
  return away > 0 && 2 * away >= wait.until - wait.from;
}

/** When the phone was last seen before the absence that excuses a message: ask only if {@link wasAwayFor} is true. */
export function lastSeenBefore({ lastSeenAt, absence }: PhonePresence, at: number): number {
  return lastSeenAt > at && absence !== null ? absence.from : lastSeenAt;
}

/** The overlap of two spans, in milliseconds. */
function overlap(one: Span, other: Span): number {
  return Math.max(0, Math.min(one.until, other.until) - Math.max(one.from, other.from));
}
