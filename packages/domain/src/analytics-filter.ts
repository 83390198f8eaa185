/**
 * The meaning of the filters of analytics and log lists (ANALYTICS-5 and 6), shared by API, queries and console. The
 * queries implement it in SQL; a property test compares the two.
 */
import type { FileFinding } from './file-classes.ts';
import { type Finding, type FindingWord, isFound } from './finding.ts';
import { addDays, losAngelesDayStart } from './los-angeles-calendar.ts';
import type { MessageStatus } from './message-status.ts';
import type { Verdict } from './verdict.ts';

/** Choices of the status filter. `received` is exactly RECEIVED and `delivered` exactly DELIVERED. */
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

/** The status that a choice selects. */
export function statusOfWord(word: StatusWord): MessageStatus {
  return STATUS_OF_WORD[word];
}

/** All given filters must match. `from` (inclusive) and `before` (exclusive) are epoch milliseconds. */
export interface AnalyticsFilter {
  readonly from?: number | undefined;
  readonly before?: number | undefined;
  /** The office's partner when the message was created. */
  readonly partnerId?: number | undefined;
  readonly status?: MessageStatus | undefined;
  /** Case-insensitive. */
  readonly carrier?: string | undefined;
  readonly finding?: FindingWord | undefined;
  readonly fileFinding?: FileFinding | undefined;
  readonly verdict?: Verdict | undefined;
  readonly messageType?: 'SMS' | 'MMS' | undefined;
  readonly testType?: 'IMMEDIATE' | 'SCHEDULED' | 'RECURRING' | undefined;
}

/**
 * The first instant that a start date (`2026-11-21`) includes: midnight in Los Angeles, in epoch milliseconds. Null if
 * it is not a date from 1900 to 2999.
 */
export function startDateInstant(date: string): number | null {
  return /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(date) ? losAngelesDayStart(date) : null;
}

/** The first instant that an end date excludes: the midnight after 23:59:59 of that day. Null as above. */
export function endDateInstant(date: string): number | null {
  return startDateInstant(date) === null ? null : losAngelesDayStart(addDays(date, 1));
}

/** The fields that a filter reads. Instants are epoch milliseconds. */
export interface FilteredMessage {
  readonly partnerId: number;
  readonly status: MessageStatus;
  readonly carrier: string;
  readonly messageType: string;
  readonly testType: string;
  readonly sentAt: number | null;
  readonly receivedAt: number | null;
  readonly finding: Finding | null;
  readonly senderChanged: boolean;
  readonly fileFinding: FileFinding | null;
  readonly verdict: Verdict;
}

/** Whether a message matches the filter. A date filter excludes messages with neither time. */
export function matchesAnalyticsFilter(message: FilteredMessage, filter: AnalyticsFilter): boolean {
  const { from = -Infinity, before = Infinity, partnerId, status, carrier, finding } = filter;
  const { fileFinding, verdict, messageType, testType } = filter;
  const dated = filter.from !== undefined || filter.before !== undefined;
  const at = message.sentAt ?? message.receivedAt;
  if (dated && (at === null || at < from || at >= before)) return false;
  if (partnerId !== undefined && message.partnerId !== partnerId) return false;
  if (status !== undefined && message.status !== status) return false;
  if (carrier !== undefined && message.carrier.toLowerCase() !== carrier.toLowerCase()) return false;
  if (finding !== undefined && !isFound(finding, message)) return false;
  if (fileFinding !== undefined && message.fileFinding !== fileFinding) return false;
  if (verdict !== undefined && message.verdict !== verdict) return false;
  if (messageType !== undefined && message.messageType !== messageType) return false;
  return testType === undefined || message.testType === testType;
}
