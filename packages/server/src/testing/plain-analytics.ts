/** Computes the analytics figures naively, message by message and with the platform's time zones, as a reference for tests. */
import { type AnalyticsFilter, matchesAnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { FILE_FINDINGS } from '@textprobe/domain/file-classes';
import { FINDINGS } from '@textprobe/domain/finding';
import type { PlacedMessage } from './random-messages.ts';

const DAY_MS = 24 * 3_600_000;
const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** `2026-11-21 10:00`. */
export function losAngelesMinute(epochMs: number): string {
  return parts.format(epochMs);
}

/** The expected responses of the `analyticsCalls` about messages; a rate without known outcomes is null. */
export function countPlainly(messages: readonly PlacedMessage[], filter: AnalyticsFilter, now: number) {
  const matching = messages.filter((message) => matchesAnalyticsFilter(message, filter));
  const delays = matching
    .filter((message) => isReceived(message) && message.sentAt !== null && message.receivedAt !== null)
    .map((message) => Math.max(0, Number(message.receivedAt) - Number(message.sentAt)));
  const delayMs = delays.reduce((sum, delay) => sum + delay, 0);
  const last = losAngelesMinute(filter.before === undefined ? now : filter.before - 1).slice(0, 10);
  const noon = Date.parse(`${last}T20:00:00Z`);
  const first =
    filter.from === undefined
      ? losAngelesMinute(noon - 29 * DAY_MS).slice(0, 10)
      : losAngelesMinute(filter.from).slice(0, 10);
  const days = listDays(first, last);
  const months =
    filter.from === undefined ? lastMonths(last) : [...new Set(days.map((day) => day.slice(0, 7)))];
  const ofDay = (message: PlacedMessage) => timeOf(message)?.slice(0, 10) ?? '';
  const inDays = matching.filter((message) => days.includes(ofDay(message)));
  const ratesOf = (
    labels: readonly string[],
    within: readonly PlacedMessage[],
    labelOf: (message: PlacedMessage) => string,
  ) => labels.map((label) => [label, rate(within.filter((message) => labelOf(message) === label))]);
  const tally = (names: readonly string[], nameOf: (message: PlacedMessage) => string) =>
    Object.fromEntries(names.map((name) => [name, matching.filter((one) => nameOf(one) === name).length]));
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  const carriers = [...new Set(matching.map((message) => message.carrier))].sort();

  return {
    messageCount: { messageCount: matching.length },
    receivedMessageCount: { receivedMessageCount: matching.filter(isReceived).length },
    deliveryRate: { deliveryRate: rate(matching) },
    unalteredRate: unalteredOf(matching),
    receiptTruth: { ...truthOf(matching), carriers: truthsBy(matching, (message) => message.carrier) },
    dailyReceiptTruth: dailyTruth(inDays),
    deliveryDelay: { deliveryDelay: delays.length === 0 ? null : delayMs / delays.length / 60_000 },
    dailyDeliveryRates: ratesOf(days, matching, ofDay),
    filteredDeliveryTrend: ratesOf(days, matching, ofDay),
    hourlyDeliveryRates: ratesOf(hours, inDays, (message) => `${timeOf(message)?.slice(11, 13)}:00`),
    biAnnualDeliveryRates: ratesOf(months, matching, (message) => timeOf(message)?.slice(0, 7) ?? ''),
    carrierDeliveryRates: ratesOf(carriers, matching, (message) => message.carrier),
    findingCounts: {
      findingCounts: tally(FINDINGS, (message) => message.finding ?? ''),
      fileFindingCounts: tally(FILE_FINDINGS, (message) => message.fileFinding ?? ''),
      senderChangedCount: matching.filter(({ senderChanged }) => senderChanged).length,
    },
    messageTypeDistribution: tally(['SMS', 'MMS'], (message) => message.messageType),
    testTypeDistribution: tally(['IMMEDIATE', 'SCHEDULED', 'RECURRING'], (message) => message.testType),
  };
}

function isReceived(message: PlacedMessage): boolean {
  return message.status === 'RECEIVED' || (message.status === 'DELIVERED' && message.evidence === 'receipt');
}

function rate(messages: readonly PlacedMessage[]): number | null {
  return percent(messages.filter(isReceived).length, messages.filter(isKnown).length);
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;
}

function isKnown({ status, finding }: PlacedMessage): boolean {
  const isEnded = ['FAILED', 'DELIVERED', 'RECEIVED'].includes(status);
  return isEnded && finding !== 'handset offline' && finding !== 'not sent';
}

/** Received with text, sender and files as sent, or looking the same, of those that reported all three. */
function unalteredOf(messages: readonly PlacedMessage[]) {
  const received = messages.filter(isReceived);
  const isCompared = (message: PlacedMessage) => {
    const hasReport = message.evidence === 'handset' && message.receivedAt !== null;
    const areFiles =
      message.messageType === 'SMS' || (message.fileFinding !== null && message.fileFinding !== 'not told');
    return hasReport && message.comparison !== 'unknown' && message.senderComparison !== null && areFiles;
  };
  const compared = received.filter(isCompared);
  const unaltered = compared.filter(
    ({ comparison, senderChanged, fileFinding }) =>
      ['identical', 'equivalent', 'cosmetic'].includes(comparison) &&
      !senderChanged &&
      [null, 'identical', 'recoded'].includes(fileFinding),
  ).length;
  return {
    unalteredRate: percent(unaltered, compared.length),
    unaltered,
    compared: compared.length,
    notReported: received.length - compared.length,
  };
}

/** What receipts claimed and what handsets saw, of messages with a known outcome that a handset decides. */
function truthOf(messages: readonly PlacedMessage[]) {
  const judged = messages.filter((message) => isKnown(message) && message.evidence === 'handset');
  const [claimed, seen] = [
    judged.filter(({ receipt }) => receipt === 'delivered'),
    judged.filter(isReceived),
  ];
  return {
    judged: judged.length,
    claimed: claimed.length,
    seen: seen.length,
    claimedRate: percent(claimed.length, judged.length),
    seenRate: percent(seen.length, judged.length),
  };
}

function truthsBy(messages: readonly PlacedMessage[], nameOf: (message: PlacedMessage) => string) {
  const groups = [...Map.groupBy(messages, nameOf)].map(([name, own]) => [name, truthOf(own)] as const);
  return Object.fromEntries(groups.filter(([, { judged }]) => judged > 0));
}

function dailyTruth(messages: readonly PlacedMessage[]) {
  const dated = Map.groupBy(
    messages.filter((message) => timeOf(message) !== null),
    (message) => timeOf(message)?.slice(0, 10) ?? '',
  );
  const days = [...dated].map(([day, own]) => [day, truthsBy(own, (message) => message.carrier)] as const);
  return Object.fromEntries(days.filter(([, carriers]) => Object.keys(carriers).length > 0));
}

function timeOf({ sentAt, receivedAt }: PlacedMessage): string | null {
  const at = sentAt ?? receivedAt;
  return at === null ? null : losAngelesMinute(at);
}

function listDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let noon = Date.parse(`${first}T12:00:00Z`); ; noon += DAY_MS) {
    const day = new Date(noon).toISOString().slice(0, 10);
    if (day > last) return days;
    days.push(day);
  }
}

function lastMonths(last: string): string[] {
  const month = Number(last.slice(0, 4)) * 12 + Number(last.slice(5, 7)) - 1;
  return [5, 4, 3, 2, 1, 0].map((back) => {
    const at = month - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}
