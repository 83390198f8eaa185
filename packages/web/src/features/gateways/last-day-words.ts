/** The last 24 hours of a gateway, hour by hour and in words. */
import type { GatewayHours } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import { figure } from '@textprobe/domain/figures';
import { counted, percentWords } from '../../ui/counted.ts';

export interface Hour {
  /** When it began, in epoch milliseconds. */
  readonly at: number;
  readonly messages: number;
  readonly known: number;
  readonly received: number;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** All 24, oldest first; the last has begun. @param now epoch milliseconds */
export function lastDay(hours: GatewayHours['hours'], now: number): readonly Hour[] {
  const counts = new Map(hours.map((hour) => [Date.parse(hour.at), hour]));
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS }, (_, index) => {
    const at = last - (HOURS - 1 - index) * HOUR_MS;
    return { messages: 0, known: 0, received: 0, ...counts.get(at), at };
  });
}

/** `1,240 messages in 24 hours, 97.5% received. Lowest at 11/26 03:00: 16 of 40` */
export function lastDayWords(day: readonly Hour[]): string {
  const sum = (name: 'messages' | 'known' | 'received') => day.reduce((total, hour) => total + hour[name], 0);
  const messages = sum('messages');
  if (messages === 0) return 'No messages in 24 hours';
  const known = sum('known');
  const received = sum('received');
  const sent = `${counted(messages, 'message')} in 24 hours`;
  if (known === 0) return `${sent}, none with a known outcome yet`;
  const judged = day.filter((hour) => hour.known > 0);
  const worst = judged.reduce((least, hour) =>
    hour.received / hour.known < least.received / least.known ? hour : least,
  );
  const lowest =
    received === known || judged.length === 1 ? '' : `. Lowest at ${startOf(worst.at)}: ${ratio(worst)}`;
  return `${sent}, ${percentWords(Math.round((1_000 * received) / known) / 10)} received${lowest}`;
}

/** `11/26 03:00: 40 messages, 16 of 38 received` */
export function hourWords(hour: Hour): string {
  const sent = hour.messages === 0 ? 'no messages' : counted(hour.messages, 'message');
  return `${startOf(hour.at)}: ${sent}${hour.known === 0 ? '' : `, ${ratio(hour)} received`}`;
}

function ratio({ received, known }: Hour): string {
  return `${figure(received)} of ${figure(known)}`;
}

/** `11/26 03:00` */
function startOf(at: number): string {
  const [date = '', time = ''] = formatDateTime(new Date(at).toISOString()).split(' ');
  return `${date.slice(0, 5)} ${time.slice(0, 5)}`;
}
