/**
 * What the filters of analytics and log lists mean (ANALYTICS-5 and 6): the one definition that the calls, the
 * queries and the console share. The queries say the same in SQL; a property test holds the two together.
 */
import { type Finding, type FindingWord, isFound } from './finding.ts';
import { addDays, losAngelesDayStart } from './los-angeles-calendar.ts';
import type { MessageStatus } from './message-status.ts';

/** The choices of the status filter. `received` is exactly RECEIVED and `delivered` exactly DELIVERED. */
export const STATUS_WORDS = ['initiated', 'sent', 'delivered', 'received', 'failed', 'unknown'] as const;
export type StatusWord = (typeof STATUS_WORDS)[number];

const STATUS_OF_WORD: Readonly<Record<StatusWord, MessageStatus>> = {
  initiated: 'PENDING',
  sent: 'SENT',
  delivered: 'DELIVERED',
  received: 'RECEIVED',
  failed: 'FAILED',
  unknown: 'UNKNOWN',
};

/** The status that a filter's word selects. */
export function statusOfWord(word: StatusWord): MessageStatus {
  return STATUS_OF_WORD[word];
}

/** All that are given must hold. `from` (included) and `before` (excluded) are epoch milliseconds. */
export interface AnalyticsFilter {
  readonly from?: number | undefined;
  readonly before?: number | undefined;
  readonly status?: MessageStatus | undefined;
  /** In any case of letters. */
  readonly carrier?: string | undefined;
  readonly finding?: FindingWord | undefined;
  readonly messageType?: 'SMS' | 'MMS' | undefined;
  readonly testType?: 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING' | undefined;
}

/**
 * The first instant that a start date (`2026-11-21`) lets in: midnight in Los Angeles, in epoch milliseconds. Null for
 * what is no date, or none of the years 1900 to 2999.
 */
export function startDateInstant(date: string): number | null {
  return /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(date) ? losAngelesDayStart(date) : null;
}

/** The first instant that an end date leaves out: the midnight after 23:59:59 of that day. Null as above. */
export function endDateInstant(date: string): number | null {
  return startDateInstant(date) === null ? null : losAngelesDayStart(addDays(date, 1));
}

/** What a filter looks at. Instants are epoch milliseconds. */
export interface FilteredMessage {
  readonly status: MessageStatus;
  readonly carrier: string;
  readonly messageType: string;
  readonly testType: string;
  readonly sentAt: number | null;
  readonly receivedAt: number | null;
  readonly finding: Finding | null;
  readonly senderChanged: boolean;
}

/** Whether the filter lets a message in. Under a date filter, one with neither time is left out. */
export function matchesAnalyticsFilter(message: FilteredMessage, filter: AnalyticsFilter): boolean {
  const { from = -Infinity, before = Infinity, status, carrier, finding, messageType, testType } = filter;
  const dated = filter.from !== undefined || filter.before !== undefined;
  const at = message.sentAt ?? message.receivedAt;
  if (dated && (at === null || at < from || at >= before)) return false;
  if (status !== undefined && message.status !== status) return false;
  if (carrier !== undefined && message.carrier.toLowerCase() !== carrier.toLowerCase()) return false;
  if (finding !== undefined && !isFound(finding, message)) return false;
  if (messageType !== undefined && message.messageType !== messageType) return false;
  return testType === undefined || message.testType === testType;
}
