/** Trying a connection before anything depends on it: what was done and what came of it, in words, in bounded time. */

export interface Probe {
  readonly ok: boolean;
  /** A sentence or two for an administrator; no secret in them. */
  readonly words: string;
  /** Milliseconds. */
  readonly tookMs: number;
}
