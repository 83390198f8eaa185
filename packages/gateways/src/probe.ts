/** The result of testing a connection before it is used. */

export interface Probe {
  readonly ok: boolean;
  /** One or two sentences for an administrator, without secrets. */
  readonly words: string;
  /** Milliseconds. */
  readonly tookMs: number;
}
