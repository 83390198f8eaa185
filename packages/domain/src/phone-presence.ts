/**
 * Whether a test phone is there to receive anything: what its signs of life (pings and receptions) say, when it counts
 * as offline, and when that excuses the route for a message that nobody confirmed.
 *
 * The rule. Only a phone that pings regularly can be judged, since only of such a one is the next sign expected: three
 * pings, each less than the agreed span after the one before, show it. It is absent from one
 * sign to the next where that takes the agreed span or longer; silence at a time when nobody listened (the edge was down)
 * says nothing and does not count. A message that its deadline finds unconfirmed ends as 'handset offline' where its
 * phone was absent for half the time between submission and deadline, or longer: it was hardly there to get it. Where it
 * was there for longer than that, silence speaks about the route as ever.
 */

/** What is known of one phone. Instants are epoch milliseconds by our clock. */
export interface PhonePresence {
  /** Its last sign of life, of whatever kind. */
  readonly heardAt: number;
  /** The last ping that was one of a regular series; null for a phone that never kept one up. */
  readonly regularAt: number | null;
  /** The last time that it was absent and came back: from its last sign before to its first one after. */
  readonly absence: Span | null;
}

/** From one instant to a later one, epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** What can be said of a phone now. `unknown`: it does not ping regularly, or nobody has listened for long enough. */
export const PRESENCES = ['online', 'offline', 'unknown'] as const;
export type Presence = (typeof PRESENCES)[number];

/** Since when somebody has listened to handsets without a break that counts, and until when that is sure. */
export type HandsetWatch = Span;

/** How long a phone may be silent unless a setting says otherwise: three pings, at one each five minutes. */
export const OFFLINE_AFTER_MS = 15 * 60_000;

/** So many pings, each soon after the one before, make a phone one that pings regularly. */
export const REGULAR_PINGS = 3;

/** A phone whose receptions go on for so long after its last ping does not ping any more and is not judged. */
const PINGS_GIVEN_UP_MS = 7 * 86_400_000;

/** Whether the phone pings regularly, so that its silence means something. */
export function canBeJudged({ heardAt, regularAt }: PhonePresence): boolean {
  return regularAt !== null && heardAt - regularAt < PINGS_GIVEN_UP_MS;
}

/**
 * The absence that has not ended: from the phone's last sign (or from when somebody listened) until now.
 * @returns null while the phone is not offline, or cannot be judged
 */
export function presentAbsence(
  presence: PhonePresence,
  watch: HandsetWatch | null,
  offlineAfterMs: number,
): Span | null {
  if (watch === null || !canBeJudged(presence)) return null;
  const from = Math.max(presence.heardAt, watch.from);
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
  if (presentAbsence(presence, watch, offlineAfterMs) !== null) return 'offline';
  return now - presence.heardAt < offlineAfterMs ? 'online' : 'unknown';
}

/**
 * Whether a phone was absent for half of the time that a message had, or longer, as far as is known.
 * @param wait from the message's submission to its deadline
 */
export function wasAwayFor(
  presence: PhonePresence,
  watch: HandsetWatch | null,
  offlineAfterMs: number,
  wait: Span,
): boolean {
  if (!canBeJudged(presence)) return false;
  const now = presentAbsence(presence, watch, offlineAfterMs);
  // Nobody has heard of it since, so an absence that goes on outlasts any deadline that is being dealt with.
  const still = now === null ? 0 : overlap({ from: now.from, until: Infinity }, wait);
  const before = presence.absence === null ? 0 : overlap(presence.absence, wait);
  const away = still + before;
  return away > 0 && 2 * away >= wait.until - wait.from;
}

/** The last sign of life before an instant, as far as is known. */
export function lastHeardBefore({ heardAt, absence }: PhonePresence, at: number): number {
  return heardAt > at && absence !== null ? absence.from : heardAt;
}

/** How long two spans have in common, in milliseconds. They are from different absences, so none is counted twice. */
function overlap(one: Span, other: Span): number {
  return Math.max(0, Math.min(one.until, other.until) - Math.max(one.from, other.from));
}
