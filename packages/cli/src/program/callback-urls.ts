/**
 * The URLs where carriers fetch files from this installation and post receipts. The lab runs on this machine and needs no
 * public URL; other providers do.
 */
import type { Clock } from '@textprobe/domain/clock';
import { signMediaPath } from '@textprobe/media/signed-link';

export interface Reach {
  /** The origin, without a trailing slash; null while unknown. */
  origin(): string | null;
  /** Called once the HTTP server listens. */
  setEdge(address: string): void;
}

/** A carrier with a queue of hours may fetch a file late. */
const LINK_VALID_MS = 12 * 3_600_000;

/** @param publicUrl null to use the server's own address, as with the lab */
export function createReach(publicUrl: string | null): Reach {
  let edge: string | null = null;
  return {
    origin: () => publicUrl ?? edge,
    setEdge(address) {
      edge = address;
    },
  };
}

/** The path for receipts of a gateway. */
export function receiptPath(gatewayId: number): string {
  return `/api/gateways/${gatewayId}/status`;
}

/** The URL of `receiptPath`; null without an origin. */
export function receiptUrl(origin: string | null, gatewayId: number): string | null {
  return origin === null ? null : origin + receiptPath(gatewayId);
}

/** Creates signed links for carriers to fetch files, valid for half a day. */
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
