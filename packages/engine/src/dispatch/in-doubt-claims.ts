/**
 * Claims in doubt: the connection broke before the database confirmed the commit. None of their messages was handed to
 * the gateway, so whatever turns out to be claimed is given back; otherwise the end of the lease would make it UNKNOWN.
 */
import type { Database } from '@textprobe/database/core/connection';
import { type ClaimKey, findClaims } from '@textprobe/database/messages/message-claims';
import type { Clock } from '@textprobe/domain/clock';

export interface InDoubtClaims {
  /**
   * The instant for the next claim, epoch milliseconds. Unique among claims that may still be in flight, even if the
   * clock is set back: it identifies the claim.
   */
  nextInstant(): number;
  /** Marks the claim with this instant as in doubt. */
  add(claimedAt: number): void;
  /**
   * Messages that in-doubt claims hold after all, each returned once. Queries at most once a second, and only if there
   * are in-doubt claims.
   */
  settle(): Promise<readonly ClaimKey[]>;
}

const CHECK_MS = 1_000;
/** A server that lost its client may take this long to commit what was sent before. */
const COMMITTED_MS = 10_000;
/** At 200 claims a second, nearly a minute's worth; by then the outcome of a submission is known or lost. */
const INSTANTS_KEPT = 10_000;

/** For one worker and one gateway. */
export function createInDoubtClaims(deps: {
  db: Database;
  clock: Clock;
  gatewayId: number;
  workerId: string;
}): InDoubtClaims {
  const { db, clock, gatewayId, workerId } = deps;
  const inDoubt = new Set<number>();
  const instants = new Set<number>();
  let nextCheckAt = 0;

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
      inDoubt.add(claimedAt);
    },
    async settle() {
      if (inDoubt.size === 0 || clock.now() < nextCheckAt) return [];
      const found = await findClaims(db, { gatewayId, workerId, claimedAt: [...inDoubt] });
      const now = clock.now();
      nextCheckAt = now + CHECK_MS;
      const foundAt = new Set(found.map(({ claimedAt }) => claimedAt));
      for (const claimedAt of inDoubt) {
        if (foundAt.has(claimedAt) || now - claimedAt > COMMITTED_MS) inDoubt.delete(claimedAt);
      }
      return found;
    },
  };
}
