/** Asks a silent peer whether it is still there, and ends the session of one that does not answer. */
import type { Clock } from './clock.ts';

export interface KeepaliveOptions {
  readonly clock: Clock;
  /** Silence after which enquire_link is sent, in milliseconds; 0 for never. */
  readonly enquireLinkMs: number;
  /** When the peer was last heard, in epoch milliseconds. */
  lastHeard(): number;
  /** Sends enquire_link; rejects where it is not answered. */
  enquire(): Promise<unknown>;
  onDead(reason: string): void;
}

/** Begins to watch, without a timer for each octet heard. @returns what ends the watch. */
export function startKeepalive(options: KeepaliveOptions): () => void {
  const { clock, enquireLinkMs, lastHeard } = options;
  if (enquireLinkMs <= 0) return () => {};

  function check(): void {
    const silence = clock.now() - lastHeard();
    const isSilent = silence >= enquireLinkMs;
    cancel = clock.after(isSilent ? enquireLinkMs : enquireLinkMs - silence, check);
    if (isSilent) options.enquire().catch(() => options.onDead('the peer does not answer enquire_link'));
  }

  let cancel = clock.after(enquireLinkMs, check);
  return () => cancel();
}
