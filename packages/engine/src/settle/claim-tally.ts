/**
 * Counts in memory what one worker still expects of its claims over a gateway, so that the transaction that ends a
 * claim's last message also deletes the claim. If this process dies, the sweeps end its claims by reading the messages.
 */
import type { ClaimRange } from '@textprobe/database/messages/claim-endings';
import type { ClaimedMessage } from '@textprobe/database/messages/message-claims';

/** A claimed message whose outcome is written; `ended`: it is settled too, or was given back. */
export interface AnsweredMessage {
  readonly claimed: ClaimedMessage;
  readonly ended: boolean;
}

/** Claims completed by a batch. */
export interface CompletedClaims {
  /** All their messages have ended. */
  readonly ended: readonly ClaimRange[];
  /** All their messages are answered, and some have not ended. */
  readonly answered: readonly ClaimRange[];
}

export interface ClaimTally {
  add(messages: readonly ClaimedMessage[]): void;
  /** The claims that these messages complete; each is returned until it is forgotten. */
  complete(answered: readonly AnsweredMessage[]): CompletedClaims;
  /** Called after the batch is committed. */
  forget(answered: readonly AnsweredMessage[]): void;
}

interface Expected extends ClaimRange {
  unanswered: number;
  unended: number;
}

/** Cap: claims beyond it, oldest first, are left to their lease. */
const MAX_CLAIMS = 20_000;

export function createClaimTally(): ClaimTally {
  const claims = new Map<string, Expected>();

  /** How many of these messages belong to each claim. */
  function count(answered: readonly AnsweredMessage[]): Map<Expected, { answered: number; ended: number }> {
    const counts = new Map<Expected, { answered: number; ended: number }>();
    for (const { claimed, ended } of answered) {
      const claim = claims.get(keyOf(claimed));
      if (claim === undefined) continue;
      let sum = counts.get(claim);
      if (sum === undefined) counts.set(claim, (sum = { answered: 0, ended: 0 }));
      sum.answered += 1;
      if (ended) sum.ended += 1;
    }
    return counts;
  }

  return {
    add(messages) {
      for (const message of messages) {
        const key = keyOf(message);
        const claim = claims.get(key);
        if (claim === undefined) {
          const { claimId, attempt } = message;
          claims.set(key, { claimId, attempt, unanswered: 1, unended: 1 });
          if (claims.size > MAX_CLAIMS) claims.delete(claims.keys().next().value ?? key);
        } else {
          claim.unanswered += 1;
          claim.unended += 1;
        }
      }
    },
    complete(answered) {
      const counts = [...count(answered)].filter(([claim, sum]) => claim.unanswered === sum.answered);
      return {
        ended: counts.filter(([claim, sum]) => claim.unended === sum.ended).map(([claim]) => claim),
        answered: counts.filter(([claim, sum]) => claim.unended > sum.ended).map(([claim]) => claim),
      };
    },
    forget(answered) {
      for (const [claim, sum] of count(answered)) {
        claim.unanswered -= sum.answered;
        claim.unended -= sum.ended;
        if (claim.unanswered === 0) claims.delete(keyOf(claim));
      }
    },
  };
}

function keyOf({ claimId, attempt }: ClaimRange): string {
  return `${claimId}.${attempt}`;
}
