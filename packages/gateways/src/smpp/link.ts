/**
 * One session with the carrier, kept for as long as it is wanted: connects, binds, and when it ends connects again, ever
 * more seldom. A carrier that does not know us is asked three times, then every quarter of an hour: hammering it with
 * a wrong password gets the account locked. A bind refused because the account has enough of them waits its turn instead.
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
const CREDENTIAL_TRIES = 3;
const CREDENTIAL_PAUSE_MS = 15 * 60_000;
/** A session that lasted this long was a good one: the next failure is met afresh. */
const GOOD_SESSION_MS = 10_000;

export interface LinkSession {
  readonly client: SmppClient;
  /**
   * An answer did not come in time: the link may be dead without a word. Nothing more is written to it until it has
   * answered an enquire_link, lest every window until the next silence is noticed be lost too; else it is ended.
   */
  doubt(): void;
}

export interface Link {
  start(): void;
  /** The session, while there is an open one that is not in doubt. */
  session(): LinkSession | null;
  /** Resolves once the session is in doubt no more, or has ended. */
  trusted(): Promise<void>;
  state(): LinkState;
  /** Milliseconds until the next try to connect; 0 while connecting or connected. */
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
  /** How often the carrier has said in a row that it does not know us, over all links of the gateway. */
  readonly refusals: { count: number };
  /** Of all links of the gateway. */
  readonly bindLimit: BindLimit;
  /** Calls `respond` with the command_status to answer with, now or later. */
  onDelivered(pdu: DeliveredPdu, respond: (status: number) => void): void;
  /** The link came up, or went down. */
  onChange(): void;
  /** A link that was in doubt has answered, and may be written to again. */
  onTrusted(): void;
}

/** Before the next try. `others`: how many processes were bound elsewhere, where it waits for one of them to go. */
interface Pause {
  readonly ms: number;
  readonly others: number;
}

export function createLink(options: LinkOptions): Link {
  const { clock, log, settings, mode, refusals, bindLimit } = options;
  const stopping = new AbortController();
  const backOff = createBackOff({ ...RECONNECT, random: options.random });
  let current: LinkSession | null = null;
  let isDoubted = false;
  let doubted: Promise<void> = Promise.resolve();
  /** The session was ended by us, for it answered nothing any more. */
  let isGivenUp = false;
  let running: Promise<void> | null = null;
  let retryAt = 0;
  let state: LinkState = { link: 'stopped', since: clock.now(), reason: 'Not started yet.' };

  const retryInMs = () => Math.max(0, retryAt - clock.now());

  function become(link: LinkState['link'], reason: string | null) {
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

  /** One try, and the session for as long as it lasts. */
  async function connectOnce(): Promise<Pause> {
    try {
      const session = await connect();
      await serve(session);
    } catch (error) {
      if (stopping.signal.aborted) return { ms: 0, others: 0 };
      return failed(error);
    }
    return { ms: backOff.next(), others: 0 };
  }

  async function connect(): Promise<LinkSession> {
    const client = await connectSmppClient({
      ...settings,
      tls: tlsOptions(settings),
      bind: mode,
      clock,
      // Some carriers send receipts by data_sm; both are told alike.
      onDeliverSm: options.onDelivered,
      onDataSm: options.onDelivered,
      signal: stopping.signal,
    });
    return {
      client,
      doubt() {
        if (!isDoubted && client === current?.client) doubted = doubt(client);
      },
    };
  }

  async function doubt(client: SmppClient): Promise<void> {
    isDoubted = true;
    try {
      await client.enquireLink();
    } catch {
      isGivenUp = client === current?.client;
      return client.destroy();
    }
    if (client !== current?.client) return;
    isDoubted = false;
    options.onTrusted();
  }

  async function serve(session: LinkSession): Promise<void> {
    const since = clock.now();
    refusals.count = 0;
    bindLimit.noteBound();
    current = session;
    isDoubted = isGivenUp = false;
    become('up', null);
    log.info({ host: settings.host, port: settings.port, mode }, 'The link to the carrier is up.');
    options.onChange();
    const closed = await session.client.closed;
    const reason = isGivenUp ? 'the peer answers neither messages nor enquire_link' : closed.reason;
    current = null;
    bindLimit.noteBound();
    if (stopping.signal.aborted) return;
    become('down', `The session ended: ${reason}.`);
    log.warn({ host: settings.host, port: settings.port, mode, reason }, 'The link to the carrier is down.');
    options.onChange();
    if (clock.now() - since >= GOOD_SESSION_MS) backOff.reset();
  }

  async function failed(error: unknown): Promise<Pause> {
    const { reason, isCredentials, mayBeFull } = describeLinkFailure(error, settings);
    const full = mayBeFull === undefined ? null : await bindLimit.explain();
    if (full !== null) {
      refusals.count = 0;
      const ms = backOff.next();
      const words = `${mayBeFull} ${full.words}`;
      become('down', words);
      log.warn({ nextTryInMs: ms }, words);
      return { ms, others: full.others };
    }
    refusals.count = isCredentials ? refusals.count + 1 : 0;
    const isHopeless = refusals.count >= CREDENTIAL_TRIES;
    const wait = isHopeless ? CREDENTIAL_PAUSE_MS : backOff.next();
    const words = isHopeless
      ? `${reason} Tried only every 15 minutes now, lest the account be locked.`
      : reason;
    become(isHopeless ? 'stopped' : 'down', words);
    log[isCredentials ? 'error' : 'warn']({ nextTryInMs: wait }, words);
    return { ms: wait, others: 0 };
  }

  return {
    start() {
      if (running || stopping.signal.aborted) return;
      become('down', `Connecting to ${settings.host}:${settings.port}.`);
      running = keepConnected();
    },
    session: () => (current?.client.isOpen && !isDoubted ? current : null),
    trusted: () => doubted,
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
      become('stopped', 'Stopped with the program.');
    },
  };
}
