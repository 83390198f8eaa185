/** Watches over a session's silence: asks the peer whether it is still there, and ends what has been silent too long. */
import type { Clock } from './clock.ts';

export interface KeepaliveOptions {
  readonly clock: Clock;
  /** Silence after which enquire_link is sent, in milliseconds; 0 for never. */
  readonly enquireLinkMs: number;
  /** Silence after which the session ends, in milliseconds; 0 for never. An answered enquire_link breaks the silence. */
  readonly inactivityTimeoutMs: number;
  /** When the peer was last heard, in epoch milliseconds. */
  lastHeard(): number;
  /** Sends enquire_link; rejects where it is not answered. */
  enquire(): Promise<unknown>;
  onDead(reason: string): void;
}

/** Begins to watch. @returns what ends the watch. */
export function startKeepalive(options: KeepaliveOptions): () => void {
  const { clock, enquireLinkMs, inactivityTimeoutMs, lastHeard } = options;
  const cancels: Array<() => void> = [];

  /** Calls `onSilent` whenever the peer has been silent for `ms`, without a timer for each octet heard. */
  function watch(ms: number, slot: number, onSilent: () => void): void {
    if (ms <= 0) return;
    const check = (): void => {
      const silence = clock.now() - lastHeard();
      cancels[slot] = clock.after(silence >= ms ? ms : ms - silence, check);
      if (silence >= ms) onSilent();
    };
    cancels[slot] = clock.after(ms, check);
  }

  watch(enquireLinkMs, 0, () => {
    options.enquire().catch(() => options.onDead('the peer does not answer enquire_link'));
  });
  watch(inactivityTimeoutMs, 1, () => options.onDead('the peer has been silent too long'));
  return () => {
    for (const cancel of cancels) cancel?.();
  };
}
