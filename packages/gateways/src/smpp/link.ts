/**
 * Keeps one session with the carrier open: connects, binds, and reconnects with back-off. After three attempts with
 * rejected credentials it retries only every 15 minutes, because repeated failures get the account locked. A bind
 * beyond the account's limit waits for a free bind instead.
 */
import type { Clock } from '@textprobe/domain/clock';
import { connectSmppClient, type SmppClient } from '@textprobe/smpp/client';
import type { BindMode, DeliveredPdu } from '@textprobe/smpp/pdu';
import type { LinkState } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { createBackOff } from '../pacing/back-off.ts';
import type { BindLimit } from './bind-limit.ts';
import { describeLinkFailure } from './link-failure.ts';
import type { SmppGatewaySettings } from './settings.ts';
import { tlsOptions } from './tls-settings.ts';

const RECONNECT = { firstMs: 500, capMs: 60_000 };
const CREDENTIAL_ATTEMPTS = 3;
const CREDENTIAL_PAUSE_MS = 15 * 60_000;
/** A session that lasted this long was healthy and resets the back-off. */
const HEALTHY_SESSION_MS = 10_000;

export interface LinkSession {
  readonly client: SmppClient;
  /**
   * Called when a response timed out, since the link may be dead. Nothing more is written until an enquire_link is answered, so
   * that at most one window of messages is lost; if it is not, the session is closed.
   */
  doubt(): void;
}

export interface Link {
  start(): void;
  /** The session, if it is open and not in doubt. */
  session(): LinkSession | null;
  /** Resolves once the session is no longer in doubt, or has ended. */
  trusted(): Promise<void>;
  state(): LinkState;
  /** Milliseconds until the next connection attempt; 0 while connecting or connected. */
  retryInMs(): number;
  /** Unbinds within `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

export interface LinkOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly settings: SmppGatewaySettings;
  readonly mode: BindMode;
  /** Consecutive rejections of the credentials by the carrier, over all links of the gateway. */
  readonly refusals: { count: number };
  /** Shared by all links of the gateway. */
  readonly bindLimit: BindLimit;
  /** Calls `respond` with the command_status of the response, now or later. */
  onDelivered(pdu: DeliveredPdu, respond: (status: number) => void): void;
  /** Called when the link comes up or goes down. */
  onChange(): void;
  /** Called when a link in doubt has answered and may be written to again. */
  onTrusted(): void;
}

/** The wait before the next attempt. `others`: the processes bound elsewhere, if it waits for one of them to go. */
interface Pause {
  readonly ms: number;
  readonly others: number;
}

export function createLink(options: LinkOptions): Link {
  const { clock, log, settings, mode, refusals, bindLimit } = options;
  const stopping = new AbortController();
  const backOff = createBackOff({ ...RECONNECT, random: options.random });
  let current: LinkSession | null = null;
  let isInDoubt = false;
  let trusted: Promise<void> = Promise.resolve();
  /** We closed the session because it no longer answered. */
  let isDead = false;
  let running: Promise<void> | null = null;
  let retryAt = 0;
  let state: LinkState = { link: 'stopped', since: clock.now(), reason: 'Not started yet.' };

  const retryInMs = () => Math.max(0, retryAt - clock.now());

  function setState(link: LinkState['link'], reason: string | null) {
    state = { link, reason, since: state.link === link ? state.since : clock.now() };
  }

  async function keepConnected(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { ms, others } = await connectOnce();
      if (stopping.signal.aborted) return;
      retryAt = clock.now() + ms;
      await bindLimit.wait(ms, others, stopping.signal);
      retryAt = 0;
    }
  }

  /** Makes one attempt, and serves the session as long as it lasts. */
  async function connectOnce(): Promise<Pause> {
    try {
      const session = await connect();
      await serve(session);
    } catch (error) {
      if (stopping.signal.aborted) return { ms: 0, others: 0 };
      return handleFailure(error);
    }
    return { ms: backOff.next(), others: 0 };
  }

  async function connect(): Promise<LinkSession> {
    const client = await connectSmppClient({
      ...settings,
      tls: tlsOptions(settings),
      bind: mode,
      clock,
      // Some carriers send receipts by data_sm; both are handled alike.
      onDeliverSm: options.onDelivered,
      onDataSm: options.onDelivered,
      signal: stopping.signal,
    });
    return {
      client,
      doubt() {
        if (!isInDoubt && client === current?.client) trusted = doubt(client);
      },
    };
  }

  async function doubt(client: SmppClient): Promise<void> {
    isInDoubt = true;
    try {
      await client.enquireLink();
    } catch {
      isDead = client === current?.client;
      return client.destroy();
    }
    if (client !== current?.client) return;
    isInDoubt = false;
    options.onTrusted();
  }

  async function serve(session: LinkSession): Promise<void> {
    const since = clock.now();
    refusals.count = 0;
    bindLimit.noteBound();
    current = session;
    isInDoubt = isDead = false;
    setState('up', null);
    log.info({ host: settings.host, port: settings.port, mode }, 'The link to the carrier is up.');
    options.onChange();
    const closed = await session.client.closed;
    const reason = isDead ? 'the peer answers neither messages nor enquire_link' : closed.reason;
    current = null;
    bindLimit.noteBound();
    if (stopping.signal.aborted) return;
    setState('down', `The session ended: ${reason}.`);
    log.warn({ host: settings.host, port: settings.port, mode, reason }, 'The link to the carrier is down.');
    options.onChange();
    if (clock.now() - since >= HEALTHY_SESSION_MS) backOff.reset();
  }

  async function handleFailure(error: unknown): Promise<Pause> {
    const { reason, isCredentials, mayBeFull } = describeLinkFailure(error, settings);
    const full = mayBeFull === undefined ? null : await bindLimit.explain();
    if (full !== null) {
      refusals.count = 0;
      const ms = backOff.next();
      const message = `${mayBeFull} ${full.reason}`;
      setState('down', message);
      log.warn({ nextTryInMs: ms }, message);
      return { ms, others: full.others };
    }
    refusals.count = isCredentials ? refusals.count + 1 : 0;
    const isLockoutRisk = refusals.count >= CREDENTIAL_ATTEMPTS;
    const wait = isLockoutRisk ? CREDENTIAL_PAUSE_MS : backOff.next();
    const message = isLockoutRisk
      ? `${reason} Retrying only every 15 minutes, so that the account is not locked.`
      : reason;
    setState(isLockoutRisk ? 'stopped' : 'down', message);
    log[isCredentials ? 'error' : 'warn']({ nextTryInMs: wait }, message);
    return { ms: wait, others: 0 };
  }

  return {
    start() {
      if (running || stopping.signal.aborted) return;
      setState('down', `Connecting to ${settings.host}:${settings.port}.`);
      running = keepConnected();
    },
    session: () => (current?.client.isOpen && !isInDoubt ? current : null),
    trusted: () => trusted,
    retryInMs,
    state() {
      const seconds = Math.ceil(retryInMs() / 1_000);
      if (seconds === 0 || state.reason === null) return state;
      return { ...state, reason: `${state.reason} The next try is in ${seconds} s.` };
    },
    async stop(withinMs) {
      stopping.abort();
      retryAt = 0;
      await current?.client.unbind(withinMs);
      current?.client.destroy();
      await running;
      current = null;
      setState('stopped', 'Stopped.');
    },
  };
}
