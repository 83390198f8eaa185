/**
 * How long a message may wait to be sent (GUARD-8). Delays from a gateway's throughput limit are not the carrier's
 * fault, so a run gets at least twice the time that its gateways need for it and their backlog.
 */
import { countSegments } from './segments.ts';

const DAY_MS = 24 * 3_600_000;

/** Maximum wait of any message, which also bounds how far back queries for waiting messages search. */
export const LONGEST_SEND_EXPIRY_MS = 7 * DAY_MS;

/** Default minimum wait. */
export const USUAL_SEND_EXPIRY_MS = 3_600_000;

/** Length of a code with the space and `#` before it. */
const CODE = 'A'.repeat(13);

/** How many PDUs a message takes: one per part if its gateway counts parts. `body`: without the code. */
export function pdusOf(message: {
  readonly messageType: 'SMS' | 'MMS';
  readonly body: string;
  readonly countsParts: boolean;
}): number {
  const { messageType, body, countsParts } = message;
  return messageType === 'SMS' && countsParts ? countSegments(body + CODE).segments : 1;
}

/** What one gateway has to send: PDUs (requests, over HTTP), and how many it sends per second; null: no limit. */
export interface GatewayLoad {
  readonly pdus: number;
  readonly throughput: number | null;
}

/** How long a gateway needs at its throughput, in milliseconds; 0 without a limit. */
export function sendingMs({ pdus, throughput }: GatewayLoad): number {
  return throughput === null ? 0 : (pdus / throughput) * 1_000;
}

/**
 * When the messages of a run that starts now expire, epoch milliseconds.
 * @param run.minimumMs the setting `SEND_EXPIRY`
 * @param run.loads by gateway of the run: its own load and the backlog before it
 * @param run.nextDue the next due instant of a recurring test; null for any other
 */
export function sendExpiryAt(run: {
  readonly startsAt: number;
  readonly minimumMs: number;
  readonly loads: readonly GatewayLoad[];
  readonly nextDue: number | null;
}): number {
  const needed = run.loads.reduce((most, load) => Math.max(most, 2 * sendingMs(load)), run.minimumMs);
  const expiresAt = run.startsAt + Math.min(Math.ceil(needed), LONGEST_SEND_EXPIRY_MS);
  return run.nextDue === null ? expiresAt : Math.min(expiresAt, run.nextDue);
}
