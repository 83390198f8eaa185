/**
 * Estimates how long the gateways need for tests at their throughput, before they are sent (GUARD-8). Gateways send in parallel, so the
 * slowest decides. If the gateway of one office is unknown there is no estimate: it may need longer still.
 */
import type { Gateway } from '@textprobe/contract/gateways';
import { figure } from '@textprobe/domain/figures';
import { LONGEST_SEND_EXPIRY_MS, sendingMs } from '@textprobe/domain/send-expiry';
import type { Office } from '../../../api/normalize.ts';
import { counted } from '../../../ui/counted.ts';
import type { Draft } from './draft.ts';
import { type ClientNames, totalSegments } from './filled-message.ts';
import { type GatewayRoutes, shareOffices } from './gateway-shares.ts';
import { type OutgoingPairs, pairsOfOffices } from './outgoing-pairs.ts';

/** Shorter sending times are not shown. */
const MIN_SHOWN_MS = 10 * 60_000;

/** Limit on the office and phone pairs whose texts are counted, over all gateways: keeps typing fast. */
const COUNTED_PAIRS = 500;

/** The message, its senders and its recipients. */
export interface Outgoing {
  readonly messageType: Draft['messageType'];
  readonly body: string;
  readonly outgoing: OutgoingPairs;
  readonly clientName: ClientNames;
}

/** The sending time of the slowest gateway. */
export interface SendingTime {
  readonly ms: number;
  readonly gateway: string;
  /** Per second. */
  readonly throughput: number;
  readonly unit: 'message' | 'segment';
}

/** Null if sending all of them takes at most ten minutes, or the time is unknown. */
export function longSendingTime(tests: readonly Outgoing[], routes: GatewayRoutes): SendingTime | null {
  const loads = new Map<Gateway, { pdus: number; messages: number }>();
  // Tests that are created together mostly share their offices, of which there may be thousands.
  const known = new Map<readonly Office[], Map<Gateway, Office[]> | null>();
  for (const { messageType, body, outgoing, clientName } of tests) {
    const shares = known.get(outgoing.offices) ?? shareOffices(messageType, outgoing.offices, routes);
    known.set(outgoing.offices, shares);
    if (shares === null) return null;
    const limited = [...shares].filter(([{ throughput }]) => throughput !== null);
    const mostPairs = Math.ceil(COUNTED_PAIRS / (limited.length * tests.length));
    for (const [gateway, offices] of limited) {
      const own = pairsOfOffices(outgoing, offices);
      const countsParts = messageType === 'SMS' && gateway.kind === 'smpp';
      const load = loads.get(gateway) ?? { pdus: 0, messages: 0 };
      load.messages += own.total;
      load.pdus += countsParts ? totalSegments(body, own, clientName, mostPairs) : own.total;
      loads.set(gateway, load);
    }
  }
  const times = [...loads].flatMap(([{ name, throughput }, { pdus, messages }]): SendingTime[] => {
    if (throughput === null) return [];
    const unit = pdus > messages ? 'segment' : 'message';
    return [{ ms: sendingMs({ pdus, throughput }), gateway: name, throughput, unit }];
  });
  return times.reduce<SendingTime | null>(
    (longest, time) => (time.ms > (longest?.ms ?? MIN_SHOWN_MS) ? time : longest),
    null,
  );
}

/** The sending time in one or two sentences. */
export function sendingTimeWords({ ms, gateway, throughput, unit }: SendingTime): string {
  const number = Number.isInteger(throughput) ? figure(throughput) : throughput;
  const rate = `${number} ${unit}${throughput === 1 ? '' : 's'}/s`;
  const time = `Sending takes about ${durationWords(ms)} at ${rate} (gateway ${gateway}).`;
  return ms > LONGEST_SEND_EXPIRY_MS ? `${time} Messages that wait longer than 7 days are not sent.` : time;
}

/** In minutes below a day, in hours above. */
function durationWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const hours = minutes < 24 * 60 ? Math.floor(minutes / 60) : Math.round(minutes / 60);
  const [days, restHours] = [Math.floor(hours / 24), hours % 24];
  const restMinutes = days > 0 ? 0 : minutes % 60;
  return [
    days > 0 && counted(days, 'day'),
    restHours > 0 && `${restHours} h`,
    restMinutes > 0 && `${restMinutes} min`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}
