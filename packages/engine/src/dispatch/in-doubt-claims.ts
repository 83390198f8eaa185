/**
 * Claims of which the database never said whether they were committed: the connection ended first. Nothing of them was
 * handed to the gateway, so what turns out to be claimed is given back, where the end of the lease would make UNKNOWN of it.
 */
import type { Database } from '@textprobe/database/core/connection';
import { type ClaimKey, findClaims } from '@textprobe/database/messages/message-claims';
import type { Clock } from '@textprobe/domain/clock';

export interface InDoubtClaims {
  /**
   * The instant of the next claim, epoch milliseconds. It tells this claim from all others that may still have messages in
   * hand, also where the clock was set back: so it is never one of theirs.
   */
  nextInstant(): number;
  /** The claim of this instant failed. */
  add(claimedAt: number): void;
  /** Messages that such claims hold after all, each told once. Asks at most once a second, and only where there is doubt. */
  settle(): Promise<readonly ClaimKey[]>;
}

const LOOK_MS = 1_000;
/** A server that lost its client may take so long to commit what was sent before. */
const COMMITTED_MS = 10_000;
/** At two hundred claims a second those of most of a minute; the outcome of a submission is known, or lost, before. */
const INSTANTS_KEPT = 10_000;

/** Of one worker at one gateway. */
export function createInDoubtClaims(deps: {
  db: Database;
  clock: Clock;
  gatewayId: number;
  workerId: string;
}): InDoubtClaims {
  const { db, clock, gatewayId, workerId } = deps;
  const doubts = new Set<number>();
  const instants = new Set<number>();
  let nextLook = 0;

  return {
    nextInstant() {
      let instant = clock.now();
      while (instants.has(instant)) instant += 1;
      instants.add(instant);
      const [oldest = instant] = instants;
      if (instants.size > INSTANTS_KEPT) instants.delete(oldest);
      return instant;
    },
    add(claimedAt) {
      doubts.add(claimedAt);
    },
    async settle() {
      if (doubts.size === 0 || clock.now() < nextLook) return [];
      const found = await findClaims(db, { gatewayId, workerId, claimedAt: [...doubts] });
      const now = clock.now();
      nextLook = now + LOOK_MS;
      const foundAt = new Set(found.map(({ claimedAt }) => claimedAt));
      for (const claimedAt of doubts) {
        if (foundAt.has(claimedAt) || now - claimedAt > COMMITTED_MS) doubts.delete(claimedAt);
      }
      return found;
    },
  };
}
