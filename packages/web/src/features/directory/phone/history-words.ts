/** The last days of a phone in words (DIR-5). */
import type { PhoneHistory } from '@textprobe/contract/phone-history';
import { figure } from '@textprobe/domain/figures';
import { counted } from '../../../ui/counted.ts';

type Day = PhoneHistory['days'][number];

/** `42 messages in 14 days: 38 of 40 received, 2 while it was offline` */
export function historyWords(days: readonly Day[]): string {
  const sum = (name: Exclude<keyof Day, 'day'>) => days.reduce((total, day) => total + day[name], 0);
  const messages = sum('messages');
  if (messages === 0) return `No messages in ${days.length} days`;
  const facts = factsOf({ received: sum('received'), known: sum('known'), offline: sum('offline') });
  return `${counted(messages, 'message')} in ${days.length} days: ${facts}`;
}

/** `11/21: 3 messages, 2 of 3 received` */
export function dayWords(day: Day): string {
  const date = day.day.slice(5).replace('-', '/');
  if (day.messages === 0) return `${date}: no messages`;
  return `${date}: ${counted(day.messages, 'message')}, ${factsOf(day)}`;
}

function factsOf({ received, known, offline }: Pick<Day, 'received' | 'known' | 'offline'>): string {
  const arrived =
    known === 0 ? 'none with a known outcome' : `${figure(received)} of ${figure(known)} received`;
  return offline === 0 ? arrived : `${arrived}, ${figure(offline)} while it was offline`;
}
