/** Describes gateways: what the state of a link means and which offices use it. */
import type { Gateway } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import { SMPP_SETTINGS } from '@textprobe/domain/gateway-settings';
import type { IgnoredReason } from '@textprobe/domain/ignored-receipts';
import { type LINK_WORDS, stateOf } from '../../directory/gateway-state.ts';
import { isUsed } from '../../directory/link-trouble.tsx';
import { counted } from '../../ui/counted.ts';

/** What this means for the messages of its offices. */
const LINK_MEANS = {
  down: 'Messages wait and are sent when the link is back. A message that expires first ends as “not sent”.',
  stopped: 'Retries are rare or have stopped until the cause is fixed. Messages wait until they expire.',
  none: 'No worker has opened it, so nothing is sent through it. Is a worker running?',
} as const;

const ORDER = ['down', 'stopped', 'none', 'up'] as const satisfies readonly (keyof typeof LINK_WORDS)[];

/** Links that are down, then those not open; otherwise in the order of the server. */
export function troubledFirst(gateways: readonly Gateway[]): Gateway[] {
  return gateways.toSorted((one, other) => ORDER.indexOf(stateOf(one)) - ORDER.indexOf(stateOf(other)));
}

/** What the state of its link means for messages; empty if it is up. */
export function meaningOf(gateway: Gateway): string {
  const state = stateOf(gateway);
  if (state === 'up') return '';
  return isUsed(gateway) ? LINK_MEANS[state] : 'No office uses it, so no message waits for it.';
}

/** Whose messages it sends. */
export function servesWords({ isDefault, isDefaultMms, sendsMms, offices }: Gateway): string {
  const own = offices > 0 ? counted(offices, 'office') : null;
  const rest = isDefault ? 'offices without their own gateway' : null;
  const mms = isDefaultMms ? 'MMS for offices whose gateway can’t send it' : null;
  const senders = [own === null ? null : `${own} assigned`, rest, mms].filter((part) => part !== null);
  const kinds = isDefaultMms && own === null && rest === null ? '' : sendsMms ? ' (SMS and MMS)' : ' (SMS)';
  return senders.length === 0 ? 'no office' : `${senders.join(', ')}${kinds}`;
}

const UNMARKED = SMPP_SETTINGS.unmarkedReceipts.label;

/** What happened to a gateway's receipts; the verb agrees with the count. */
const IGNORED: Record<IgnoredReason, (count: number) => string> = {
  'no-id': (count) => `${counted(count, 'receipt')} without a message ID ${were(count)} ignored.`,
  unmarked: (count) =>
    `${counted(count, 'text')} that ${count === 1 ? 'looks like a receipt was' : 'look like receipts were'} ignored: turn on “${UNMARKED}” if they come from the carrier.`,
  unmatched: (count) =>
    `${counted(count, 'receipt')} of the last day matched no message. Another program may use the account.`,
  'unknown-state': (count) =>
    `${counted(count, 'receipt')} with an unknown state ${were(count)} kept, and ${count === 1 ? 'counts' : 'count'} as none.`,
  incomplete: (count) => `${counted(count, 'receipt')} ${were(count)} cut off; what arrived was read.`,
  'part-missing': (count) =>
    `${counted(count, 'receipt')} came in several messages, of which one did not arrive within ten minutes.`,
};

const were = (count: number): string => (count === 1 ? 'was' : 'were');

/** A sentence for each reason for which receipts were ignored, with the newest one. */
export function ignoredWords({ ignoredReceipts, settings }: Gateway): string[] {
  const isDone = (reason: IgnoredReason) => reason === 'unmarked' && settings?.unmarkedReceipts === true;
  return ignoredReceipts
    .filter(({ reason }) => !isDone(reason))
    .map(
      ({ reason, count, newestAt, newest }) =>
        `${IGNORED[reason](count)} Newest at ${formatDateTime(newestAt)}: ${newest}.`,
    );
}
