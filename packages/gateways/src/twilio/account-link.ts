/**
 * Whether the account is reachable and valid. There is no standing connection, so it is probed regularly; a wrong token or a
 * closed firewall is reported at the start, not by the first message that fails.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { LinkState } from '../gateway-port.ts';
import { createBackOff } from '../pacing/back-off.ts';
import type { Exchange } from './exchange.ts';

export interface AccountLink {
  isUp(): boolean;
  state(): LinkState;
  /** Milliseconds until the next probe; 0 while it is up. */
  retryInMs(): number;
  start(): void;
  /** Reports a failed request that shows the account to be down. */
  lost(reason: string, isCredentials: boolean): void;
  stop(): void;
}

/** How often a reachable account is probed. */
export const PROBE_MS = 30_000;
const RETRY = { firstMs: 500, capMs: 60_000 };
/** Further attempts with a wrong token may lock the account. */
const CREDENTIALS_RETRY_MS = 15 * 60_000;

/** @param probe requests the account; @param onChange called when the link goes up or down, or its reason changes */
export function createAccountLink(options: {
  clock: Clock;
  random: () => number;
  probe: () => Promise<Exchange>;
  onChange: () => void;
}): AccountLink {
  const { clock, probe, onChange } = options;
  const backOff = createBackOff({ ...RETRY, random: options.random });
  let state: LinkState = { link: 'stopped', since: clock.now(), reason: null };
  let nextAt = 0;
  let cancel = () => {};
  let stopped = false;
  let probing = false;

  function setState(link: LinkState['link'], reason: string | null): void {
    const { link: before, reason: reasonBefore } = state;
    state = { link, since: link === before ? state.since : clock.now(), reason };
    if (link !== before || reason !== reasonBefore) onChange();
  }

  function probeIn(ms: number): void {
    cancel();
    nextAt = clock.now() + ms;
    cancel = clock.after(ms, () => void runProbe());
  }

  async function runProbe(): Promise<void> {
    if (stopped || probing) return;
    probing = true;
    const result = failureOf(await probe());
    probing = false;
    if (stopped) return;
    if (result === null) {
      backOff.reset();
      probeIn(PROBE_MS);
      setState('up', null);
    } else {
      probeIn(result.isCredentials ? CREDENTIALS_RETRY_MS : backOff.next());
      setState('down', result.reason);
    }
  }

  return {
    isUp: () => state.link === 'up',
    state: () => state,
    retryInMs: () => (state.link === 'up' ? 0 : Math.max(0, nextAt - clock.now())),
    start() {
      // Without onChange: the response arrives in a moment, and a warning before it would be premature.
      state = { link: 'down', since: clock.now(), reason: 'Waiting for the first response of the account.' };
      void runProbe();
    },
    lost(reason, isCredentials) {
      if (stopped || state.link !== 'up') return;
      probeIn(isCredentials ? CREDENTIALS_RETRY_MS : backOff.next());
      setState('down', reason);
    },
    stop() {
      stopped = true;
      cancel();
      setState('stopped', null);
    },
  };
}

/** Null if messages can be sent. Compatible providers may not expose the account, so any other response counts as success. */
export function failureOf(result: Exchange): { reason: string; isCredentials: boolean } | null {
  if (result.kind === 'not sent') return { reason: describeNoConnection(result.error), isCredentials: false };
  if (result.kind === 'lost')
    return { reason: `No response from the account: ${result.error}.`, isCredentials: false };
  const { status } = result;
  if (status === 401 || status === 403) {
    const reason = `The provider rejected the account (${status}). Check accountSid and authToken.`;
    return { reason, isCredentials: true };
  }
  return status >= 500 || status === 429
    ? { reason: `The provider answered ${status} to the request for the account.`, isCredentials: false }
    : null;
}

/** A sentence. */
export function describeNoConnection(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  return `No connection to the provider: ${message}. Check baseUrl and the network.`;
}
