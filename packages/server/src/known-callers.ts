/**
 * Which credentials proved valid lately. It decides whose places a request takes before anything is looked up, and nothing
 * else: each request is still checked against the database, so what was revoked lets nobody in.
 */
import type { Clock } from '@textprobe/domain/clock';

export interface KnownCallers {
  has(credential: string): boolean;
  /** It has just proven valid. */
  remember(credential: string): void;
  /** It has just proven invalid. */
  forget(credential: string): void;
}

const KNOWN_MS = 10 * 60_000;
/** Some 150 bytes each; only valid credentials come in, so a stranger cannot push others out. */
const MOST = 10_000;

export function createKnownCallers(clock: Pick<Clock, 'now'>): KnownCallers {
  /** When each was seen last, the longest ago first. */
  const seenAt = new Map<string, number>();

  return {
    has(credential) {
      const at = seenAt.get(credential);
      return at !== undefined && clock.now() - at < KNOWN_MS;
    },
    remember(credential) {
      seenAt.delete(credential);
      seenAt.set(credential, clock.now());
      if (seenAt.size <= MOST) return;
      const [oldest] = seenAt.keys();
      if (oldest !== undefined) seenAt.delete(oldest);
    },
    forget: (credential) => void seenAt.delete(credential),
  };
}
