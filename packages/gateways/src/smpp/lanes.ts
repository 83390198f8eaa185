/**
 * All sessions with one carrier. A lane is one that messages go out by, with its own window and its own idea of how much
 * the carrier takes; receivers stand beside them. The first link goes ahead: only once it is up do the others knock, so
 * that a wrong password is tried three times and not three times for each.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { BindMode, DeliveredPdu } from '@textprobe/smpp/pdu';
import type { GatewayShare, LinkState } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { type Congestion, createCongestion } from '../pacing/congestion.ts';
import { createBindLimit } from './bind-limit.ts';
import { createLink, type Link, type LinkSession } from './link.ts';
import type { SmppGatewaySettings } from './settings.ts';

/** A session that can be written to now, and its congestion. */
export interface OpenLane {
  readonly session: LinkSession;
  readonly congestion: Congestion;
}

export interface Lanes {
  start(): void;
  /** The open lane with the most room, which may be none; null when no lane is open. */
  best(): OpenLane | null;
  /** Resolves once no lane is in doubt any more: within a response timeout. */
  trusted(): Promise<void>;
  /** Slots that may be used now, over all open lanes; 0 while all pause, or none is open. */
  limit(): number;
  /** Milliseconds until a lane may be used again, 0 when one may be now or none is open. */
  pauseLeftMs(): number;
  /** Milliseconds until the next try to connect, of the link that tries first. */
  retryInMs(): number;
  /** `up` as long as messages can go out; its reason then tells what is missing. */
  state(): LinkState;
  /** Ends the pauses, and unbinds all within `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

export interface LanesOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly settings: SmppGatewaySettings;
  readonly share: GatewayShare;
  /** Calls `respond` with the command_status to answer with, now or later. */
  onDelivered(pdu: DeliveredPdu, respond: (status: number) => void): void;
  /** A link came up or went down, or a pause ended. */
  onChange(): void;
}

export function createLanes(options: LanesOptions): Lanes {
  const { clock, random, settings } = options;
  const refusals = { count: 0 };
  const isBoundHere = () => links.some((link) => link.state().link === 'up');
  const bindLimit = createBindLimit({ clock, share: options.share, isBoundHere });
  const isPair = settings.bind === 'pair';
  const ways = Array.from({ length: settings.binds }, () => {
    const congestion = createCongestion({
      clock,
      window: settings.window,
      random,
      onResume: options.onChange,
    });
    return { congestion, link: link(isPair ? 'transmitter' : settings.bind, congestion) };
  });
  const receivers = isPair ? ways.map(() => link('receiver', null)) : [];
  const links = [...ways.map((way) => way.link), ...receivers];
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
        // A new session may be another machine of the carrier's.
        congestion?.reset();
        if (first?.session()) for (const other of others) other.start();
        noteUp();
        options.onChange();
      },
      onTrusted: options.onChange,
    });
  }

  function noteUp(): void {
    const isUp = ways.some(({ link }) => link.state().link === 'up');
    if (isUp) upSince ??= clock.now();
    else if (upSince !== null) {
      upSince = null;
      downSince = clock.now();
    }
  }

  /** What may be written to a session now, beside what waits there for its answer. */
  const room = ({ client }: LinkSession, congestion: Congestion): number =>
    congestion.limit() - (settings.window - client.freeSlots);

  function state(): LinkState {
    const states = links.map((link) => link.state());
    const up = states.filter(({ link }) => link === 'up').length;
    const down = states.find(({ link }) => link !== 'up');
    if (links.length === 1 && states[0]) return states[0];
    if (upSince === null) {
      // Where a receiver is the one that failed, the senders only wait for their turn.
      const [told] = ways.map(({ link }) => link.state());
      return {
        link: told?.link === 'stopped' ? 'stopped' : 'down',
        since: downSince,
        reason: told?.reason ?? null,
      };
    }
    const reason =
      down === undefined ? null : `${up} of ${links.length} binds are up. ${down.reason ?? ''}`.trim();
    return { link: 'up', since: upSince, reason };
  }

  return {
    start: () => first?.start(),
    // Asked several times for each message: loops, for arrays made anew would be the most of their cost.
    best() {
      let best: OpenLane | null = null;
      let most = Number.NEGATIVE_INFINITY;
      for (const { link, congestion } of ways) {
        const session = link.session();
        const free = session === null ? Number.NEGATIVE_INFINITY : room(session, congestion);
        if (session === null || (best !== null && free <= most)) continue;
        best = { session, congestion };
        most = free;
      }
      return best;
    },
    async trusted() {
      await Promise.all(ways.map(({ link }) => link.trusted()));
    },
    limit() {
      let slots = 0;
      for (const { link, congestion } of ways) if (link.session() !== null) slots += congestion.limit();
      return slots;
    },
    pauseLeftMs() {
      let least = Number.POSITIVE_INFINITY;
      for (const { link, congestion } of ways) {
        if (link.session() !== null) least = Math.min(least, congestion.pauseLeftMs());
      }
      return least === Number.POSITIVE_INFINITY ? 0 : least;
    },
    retryInMs: () => Math.min(...ways.map(({ link }) => link.retryInMs())),
    state,
    async stop(withinMs) {
      for (const { congestion } of ways) congestion.reset();
      await Promise.all(links.map((link) => link.stop(withinMs)));
      noteUp();
    },
  };
}
