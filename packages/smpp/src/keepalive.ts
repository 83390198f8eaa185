/** Sends enquire_link to a silent peer and ends the session if it does not respond. */
import type { Clock } from './clock.ts';

export interface KeepaliveOptions {
  readonly clock: Clock;
  /** How long the peer may be silent before enquire_link is sent, in milliseconds; 0 disables it. */
  readonly enquireLinkMs: number;
  /** When data last arrived from the peer, in epoch milliseconds. */
  lastReceivedAt(): number;
  /** Sends enquire_link; rejects if no response arrives. */
  enquire(): Promise<unknown>;
  onDead(reason: string): void;
}

/** Starts the keepalive, on one timer rather than one per received chunk. @returns a function that stops it */
export function startKeepalive(options: KeepaliveOptions): () => void {
  const { clock, enquireLinkMs, lastReceivedAt } = options;
  if (enquireLinkMs <= 0) return () => {};

  function check(): void {
    const silence = clock.now() - lastReceivedAt();
    const isSilent = silence >= enquireLinkMs;
    cancel = clock.after(isSilent ? enquireLinkMs : enquireLinkMs - silence, check);
    if (isSilent) options.enquire().catch(() => options.onDead('the peer does not answer enquire_link'));
  }

  let cancel = clock.after(enquireLinkMs, check);
  return () => cancel();
}
