/**
 * How long a message may wait for its turn (GUARD-8). What a gateway's throughput holds back is not the carrier's fault, so
 * a run gets at least twice the time that its gateways need for it and for what waits before it.
 */
import { countSegments } from './segments.ts';

const DAY_MS = 24 * 3_600_000;

/** No message waits longer than this; whoever looks for waiting messages looks back so far. */
export const LONGEST_SEND_EXPIRY_MS = 7 * DAY_MS;

/** How long a message may wait at least, where nothing else is set. */
export const USUAL_SEND_EXPIRY_MS = 3_600_000;

/** Of the length of a code, with the space and `#` before it. */
const CODE = 'A'.repeat(13);

/** How many PDUs a message takes: one for each part where its gateway counts them. `body`: without the code. */
export function pdusOf(message: {
  readonly messageType: 'SMS' | 'MMS';
  readonly body: string;
  readonly countsParts: boolean;
}): number {
  const { messageType, body, countsParts } = message;
  return messageType === 'SMS' && countsParts ? countSegments(body + CODE).segments : 1;
}

/** What one gateway has to send: PDUs (requests, over HTTP), and how many it sends in a second; null: no limit. */
export interface GatewayLoad {
  readonly pdus: number;
  readonly throughput: number | null;
}

/** How long a gateway needs at its throughput, in milliseconds; 0 without a limit. */
export function sendingMs({ pdus, throughput }: GatewayLoad): number {
  return throughput === null ? 0 : (pdus / throughput) * 1_000;
}

/**
 * Until when the messages of a run that starts now may wait, in epoch milliseconds.
 * @param run.leastMs the setting `SEND_EXPIRY`
 * @param run.loads of each gateway of the run: the run's own load, and what waits before it
 * @param run.nextDue of a recurring test: when it is due again; null of any other
 */
export function sendExpiryAt(run: {
  readonly startsAt: number;
  readonly leastMs: number;
  readonly loads: readonly GatewayLoad[];
  readonly nextDue: number | null;
}): number {
  const needed = run.loads.reduce((most, load) => Math.max(most, 2 * sendingMs(load)), run.leastMs);
  const expiresAt = run.startsAt + Math.min(Math.ceil(needed), LONGEST_SEND_EXPIRY_MS);
  return run.nextDue === null ? expiresAt : Math.min(expiresAt, run.nextDue);
}
