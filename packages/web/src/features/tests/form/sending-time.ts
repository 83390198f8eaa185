/**
 * Estimates how long the gateways need for a test at their throughput, before it is sent (GUARD-8). Gateways send in parallel, so the
 * slowest decides. If the gateway of one office is unknown there is no estimate: it may need longer still.
 */
import { useQuery } from '@tanstack/react-query';
import type { Gateway, OfficeGateway } from '@textprobe/contract/gateways';
import { LONGEST_SEND_EXPIRY_MS, sendingMs } from '@textprobe/domain/send-expiry';
import { useMemo } from 'react';
import { getOfficeGateways } from '../../../api/gateways.ts';
import type { Office, Phone } from '../../../api/normalise.ts';
import { useGateways } from '../../../directory/use-gateways.ts';
import { counted, figure } from '../../../ui/counted.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import type { Draft } from './draft.ts';
import { type ClientNames, totalSegments } from './filled-message.ts';
import type { Recipients } from './use-recipients.ts';

/** Shorter sending times are not shown. */
const WORTH_SAYING_MS = 10 * 60_000;

/** Limit on the office and phone pairs whose texts are counted, over all gateways: keeps typing fast. */
const COUNTED_PAIRS = 500;

/** Which gateway sends for which office: the default gateway serves every office that is not in `given`. */
export interface GatewayRoutes {
  readonly gateways: readonly Gateway[];
  readonly given: readonly OfficeGateway[];
}

/** The message, its senders and its recipients. */
export interface Outgoing {
  readonly messageType: Draft['messageType'];
  readonly body: string;
  readonly sending: readonly Office[];
  readonly receiving: readonly Phone[];
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

const REFRESH_MS = 60_000;

/**
 * The sending time of a draft; null while anything is unknown. Routes are fetched only if a gateway has a limit.
 * @param body deferred: it may lag behind typing
 */
export function useSendingTime(
  messageType: Draft['messageType'],
  body: string,
  recipients: Recipients,
): SendingTime | null {
  const gateways = useGateways({ inFrame: true }).query.data;
  const isLimited = gateways?.some(({ throughput }) => throughput !== null) ?? false;
  const { data: given } = useQuery({
    queryKey: ['office-gateways'],
    queryFn: async ({ signal }) => {
      await whenIdle();
      return getOfficeGateways({ signal, background: true, final401: true });
    },
    enabled: isLimited,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  const { loading, sending, receiving, clientName } = recipients;
  return useMemo(
    () =>
      loading || gateways === undefined || given === undefined
        ? null
        : longSendingTime({ messageType, body, sending, receiving, clientName }, { gateways, given }),
    [loading, gateways, given, messageType, body, sending, receiving, clientName],
  );
}

/** Null if sending takes at most ten minutes, or the time is unknown. */
export function longSendingTime(outgoing: Outgoing, routes: GatewayRoutes): SendingTime | null {
  const shares = shareOffices(outgoing, routes);
  if (shares === null) return null;
  const limited = [...shares].flatMap(([gateway, offices]) =>
    gateway.throughput === null ? [] : [{ gateway, throughput: gateway.throughput, offices }],
  );
  const mostPairs = Math.ceil(COUNTED_PAIRS / limited.length);
  const times = limited.map(({ gateway, throughput, offices }): SendingTime => {
    const { messageType, body, receiving, clientName } = outgoing;
    const messages = offices.length * receiving.length;
    const countsParts = messageType === 'SMS' && gateway.kind === 'smpp';
    const pdus = countsParts ? totalSegments(body, offices, receiving, clientName, mostPairs) : messages;
    const unit = pdus > messages ? 'segment' : 'message';
    return { ms: sendingMs({ pdus, throughput }), gateway: gateway.name, throughput, unit };
  });
  return times.reduce<SendingTime | null>(
    (longest, time) => (time.ms > (longest?.ms ?? WORTH_SAYING_MS) ? time : longest),
    null,
  );
}

/** Groups the offices by the gateway that sends for them; null if a gateway is unknown. Offices without one send nothing. */
function shareOffices(
  { messageType, sending }: Outgoing,
  { gateways, given }: GatewayRoutes,
): Map<Gateway, Office[]> | null {
  const byId = new Map(gateways.map((gateway) => [gateway.id, gateway]));
  const ofOffice = new Map(given.map(({ officeID, gatewayID }) => [officeID, gatewayID]));
  const byDefault = gateways.find(({ isDefault }) => isDefault);
  const forMms = gateways.find(({ isDefaultMms }) => isDefaultMms);
  const shares = new Map<Gateway, Office[]>();
  for (const office of sending) {
    const gatewayId = ofOffice.get(office.id);
    const own = gatewayId === undefined ? byDefault : byId.get(gatewayId);
    if (gatewayId !== undefined && own === undefined) return null;
    const gateway = messageType === 'SMS' || own?.sendsMms === true ? own : forMms;
    if (gateway === undefined) continue;
    const share = shares.get(gateway);
    if (share === undefined) shares.set(gateway, [office]);
    else share.push(office);
  }
  return shares;
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
