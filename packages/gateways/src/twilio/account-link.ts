/**
 * Whether the account can be reached and knows us: there is no standing connection, so it is asked now and then. A
 * wrong token or a closed firewall is told at the start, not by the first message that fails.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { LinkState } from '../gateway-port.ts';
import { createBackOff } from '../pacing/back-off.ts';
import type { Exchange } from './exchange.ts';

export interface AccountLink {
  isUp(): boolean;
  state(): LinkState;
  /** Milliseconds until it is asked again; 0 while it is up. */
  retryInMs(): number;
  start(): void;
  /** A message met what a probe would have met. */
  lost(reason: string, isCredentials: boolean): void;
  stop(): void;
}

/** How often an account that can be reached is asked whether it still can. */
export const PROBE_MS = 30_000;
const RETRY = { firstMs: 500, capMs: 60_000 };
/** Each further try with a wrong token brings us nearer to being locked out. */
const CREDENTIALS_RETRY_MS = 15 * 60_000;

/** @param probe asks for the account; @param onChange is called when it went up or down, or is down for another reason */
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

  function become(link: LinkState['link'], reason: string | null): void {
    const { link: before, reason: reasonBefore } = state;
    state = { link, since: link === before ? state.since : clock.now(), reason };
    if (link !== before || reason !== reasonBefore) onChange();
  }

  function askIn(ms: number): void {
    cancel();
    nextAt = clock.now() + ms;
    cancel = clock.after(ms, () => void ask());
  }

  async function ask(): Promise<void> {
    if (stopped || probing) return;
    probing = true;
    const found = judgeAccount(await probe());
    probing = false;
    if (stopped) return;
    if (found === null) {
      backOff.reset();
      askIn(PROBE_MS);
      become('up', null);
    } else {
      askIn(found.isCredentials ? CREDENTIALS_RETRY_MS : backOff.next());
      become('down', found.reason);
    }
  }

  return {
    isUp: () => state.link === 'up',
    state: () => state,
    retryInMs: () => (state.link === 'up' ? 0 : Math.max(0, nextAt - clock.now())),
    start() {
      // Told to nobody: the answer is a moment away, and a warning before it would be of nothing.
      state = { link: 'down', since: clock.now(), reason: 'The account has not answered yet.' };
      void ask();
    },
    lost(reason, isCredentials) {
      if (stopped || state.link !== 'up') return;
      askIn(isCredentials ? CREDENTIALS_RETRY_MS : backOff.next());
      become('down', reason);
    },
    stop() {
      stopped = true;
      cancel();
      become('stopped', null);
    },
  };
}

/** Null where messages can be sent. Those who copy the API do not all show the account: any answer but these will do. */
export function judgeAccount(found: Exchange): { reason: string; isCredentials: boolean } | null {
  if (found.kind === 'not sent') return { reason: describeNoConnection(found.error), isCredentials: false };
  if (found.kind === 'lost')
    return { reason: `The account did not answer: ${found.error}.`, isCredentials: false };
  const { status } = found;
  if (status === 401 || status === 403) {
    const reason = `The provider does not know the account (${status}). Check accountSid and authToken.`;
    return { reason, isCredentials: true };
  }
  return status >= 500 || status === 429
    ? { reason: `The provider answered ${status} when asked for the account.`, isCredentials: false }
    : null;
}

/** A sentence. */
export function describeNoConnection(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const words = first instanceof Error ? first.message : String(first);
  return `No connection to the provider: ${words}. Check baseUrl and the network.`;
}
