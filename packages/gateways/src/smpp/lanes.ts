/**
 * All sessions with one carrier. A lane is a session that sends, with its own window and congestion control; receivers
 * are not lanes. The first link connects alone and the rest once it is up, so that a wrong password is tried three
 * times in total instead of three times per bind.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { BindMode, DeliveredPdu } from '@textprobe/smpp/pdu';
import type { GatewayShare, LinkState } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { type Congestion, createCongestion } from '../pacing/congestion.ts';
import { createBindLimit } from './bind-limit.ts';
import { createLink, type Link, type LinkSession } from './link.ts';
import type { SmppGatewaySettings } from './settings.ts';

/** A session that can be written to, with its congestion control. */
export interface OpenLane {
  readonly session: LinkSession;
  readonly congestion: Congestion;
}

export interface Lanes {
  start(): void;
  /** The open lane with the most free slots, even if that is 0; null if no lane is open. */
  best(): OpenLane | null;
  /** Resolves once no lane is in doubt any more, within the response timeout. */
  trusted(): Promise<void>;
  /** The usable slots of all open lanes; 0 while all are paused, or none is open. */
  limit(): number;
  /** Milliseconds until a lane may be used again; 0 if one may be used now or none is open. */
  pauseLeftMs(): number;
  /** Milliseconds until the earliest reconnect. */
  retryInMs(): number;
  /** `up` as long as messages can be sent; its reason then says what is missing. */
  state(): LinkState;
  /** Ends the pauses, and unbinds everything within `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

export interface LanesOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly settings: SmppGatewaySettings;
  readonly share: GatewayShare;
  /** Calls `respond` with the command_status of the response, now or later. */
  onDelivered(pdu: DeliveredPdu, respond: (status: number) => void): void;
  /** Called when a link comes up or goes down, or a pause ends. */
  onChange(): void;
}

export function createLanes(options: LanesOptions): Lanes {
  const { clock, random, settings } = options;
  const refusals = { count: 0 };
  const isBoundHere = () => links.some((link) => link.state().link === 'up');
  const bindLimit = createBindLimit({ clock, share: options.share, isBoundHere });
  const isPair = settings.bind === 'pair';
  const lanes = Array.from({ length: settings.binds }, () => {
    const congestion = createCongestion({
      clock,
      window: settings.window,
      random,
      onResume: options.onChange,
    });
    return { congestion, link: link(isPair ? 'transmitter' : settings.bind, congestion) };
  });
  const receivers = isPair ? lanes.map(() => link('receiver', null)) : [];
  const links = [...lanes.map((lane) => lane.link), ...receivers];
  const [first, ...others] = links;
  let upSince: number | null = null;
  let downSince = clock.now();

  function link(mode: BindMode, congestion: Congestion | null): Link {
    return createLink({
      ...options,
      mode,
      refusals,
      bindLimit,
      onChange() {
        // A new session may reach another machine of the carrier.
        congestion?.reset();
        if (first?.session()) for (const other of others) other.start();
        noteUp();
        options.onChange();
      },
      onTrusted: options.onChange,
    });
  }

  function noteUp(): void {
    const isUp = lanes.some(({ link }) => link.state().link === 'up');
    if (isUp) upSince ??= clock.now();
    else if (upSince !== null) {
      upSince = null;
      downSince = clock.now();
    }
  }

  /** How many more requests the session may take, given those in flight. */
  const room = ({ client }: LinkSession, congestion: Congestion): number =>
    congestion.limit() - (settings.window - client.freeSlots);

  function state(): LinkState {
    const states = links.map((link) => link.state());
    const up = states.filter(({ link }) => link === 'up').length;
    const down = states.find(({ link }) => link !== 'up');
    if (links.length === 1 && states[0]) return states[0];
    if (upSince === null) {
      // The other links start only once the first sender is up, so its state has the reason.
      const [sender] = lanes.map(({ link }) => link.state());
      return {
        link: sender?.link === 'stopped' ? 'stopped' : 'down',
        since: downSince,
        reason: sender?.reason ?? null,
      };
    }
    const reason =
      down === undefined ? null : `${up} of ${links.length} binds are up. ${down.reason ?? ''}`.trim();
    return { link: 'up', since: upSince, reason };
  }

  return {
    start: () => first?.start(),
    // Called several times per message: loops, because array methods would dominate the cost.
    best() {
      let best: OpenLane | null = null;
      let most = Number.NEGATIVE_INFINITY;
      for (const { link, congestion } of lanes) {
        const session = link.session();
        const free = session === null ? Number.NEGATIVE_INFINITY : room(session, congestion);
        if (session === null || (best !== null && free <= most)) continue;
        best = { session, congestion };
        most = free;
      }
      return best;
    },
    async trusted() {
      await Promise.all(lanes.map(({ link }) => link.trusted()));
    },
    limit() {
      let slots = 0;
      for (const { link, congestion } of lanes) if (link.session() !== null) slots += congestion.limit();
      return slots;
    },
    pauseLeftMs() {
      let least = Number.POSITIVE_INFINITY;
      for (const { link, congestion } of lanes) {
        if (link.session() !== null) least = Math.min(least, congestion.pauseLeftMs());
      }
      return least === Number.POSITIVE_INFINITY ? 0 : least;
    },
    retryInMs: () => Math.min(...lanes.map(({ link }) => link.retryInMs())),
    state,
    async stop(withinMs) {
      for (const { congestion } of lanes) congestion.reset();
      await Promise.all(links.map((link) => link.stop(withinMs)));
      noteUp();
    },
  };
}
