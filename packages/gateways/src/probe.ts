/** Testing a connection before it is used. */
import type { LookupFunction } from 'node:net';
import type { Clock } from '@textprobe/domain/clock';

export interface ProbeOptions {
  readonly clock: Clock;
  /** The timeout, in milliseconds. */
  readonly withinMs: number;
  /** Resolves the host name. Default: the system's resolver. */
  readonly lookup?: LookupFunction | undefined;
}

export interface Probe {
  readonly ok: boolean;
  /** The carrier itself accepted or rejected the account; otherwise the words are about the network or another service. */
  readonly isAnswer: boolean;
  /** One or two sentences for an administrator, without secrets. */
  readonly words: string;
  /** Milliseconds. */
  readonly tookMs: number;
}
