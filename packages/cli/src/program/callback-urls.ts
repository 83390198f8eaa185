/**
 * The URLs by which carriers reach this installation, to fetch files and to post receipts. The lab is on this machine and
 * needs no public address; a provider elsewhere does.
 */
import type { Clock } from '@textprobe/domain/clock';
import { signMediaPath } from '@textprobe/media/signed-link';

export interface Reach {
  /** The origin, without a slash at its end; null while it is not known. */
  origin(): string | null;
  /** Once the HTTP edge listens. */
  setEdge(address: string): void;
}

/** A carrier with a queue of hours may fetch a file late. */
const LINK_VALID_MS = 12 * 3_600_000;

/** @param publicUrl null, or with the lab: the edge's own address counts */
export function createReach(publicUrl: string | null): Reach {
  let edge: string | null = null;
  return {
    origin: () => publicUrl ?? edge,
    setEdge(address) {
      edge = address;
    },
  };
}

/** Where the receipts of a gateway are posted. */
export function receiptPath(gatewayId: number): string {
  return `/api/gateways/${gatewayId}/status`;
}

/** The whole address of `receiptPath`; null where the installation cannot be reached. */
export function receiptUrl(origin: string | null, gatewayId: number): string | null {
  return origin === null ? null : origin + receiptPath(gatewayId);
}

/** Makes links that carriers can fetch files by, signed and good for half a day. */
export function mediaLinker(
  reach: Reach,
  secret: Uint8Array,
  clock: Clock,
): (mediaId: string) => string | null {
  return (mediaId) => {
    const origin = reach.origin();
    if (origin === null) return null;
    return origin + signMediaPath(secret, { mediaId, expiresAt: clock.now() + LINK_VALID_MS });
  };
}
