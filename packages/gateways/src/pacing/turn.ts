/** When the next message may be written, where the carrier limits messages a second. */

/** `late`: no instant is left before the last one that the message can use. */
export type Turn = 'now' | 'stopped' | { readonly late: true; readonly retryAfterMs: number };

export interface Pace {
  /** How many messages may be handed over now. */
  ready(): number;
  /** Milliseconds until one more is ready; 0 when it is, or when `onChange` tells it. */
  waitMs(): number;
  /** Takes an instant that is free now; else false, and nothing has happened. */
  takeFree(): boolean;
  /** Waits for the next instant. Where there is no limit the answer is no promise: it is asked for every message. */
  turn(lastAt: number, giveUp: AbortSignal): Turn | Promise<Turn>;
}
