/** Collects the data of a filtered report's PDF (CALL-15): analytics figures and the newest logs. */
import type { AnalyticsQuery } from '@textprobe/contract/analytics';
import type { Database } from '@textprobe/database/core/connection';
import { findNames } from '@textprobe/database/directory/directory';
import { streamMessages } from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import {
  type FindingCount,
  readFindings,
  readTotals,
  readTotalsBy,
} from '@textprobe/database/rollups/rollup-reader';
import type { Scope } from '@textprobe/database/scope/scope';
import { countTestsByStatus } from '@textprobe/database/tests/status-counts';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { BEST_FIRST, fileFindingLabel } from '@textprobe/domain/file-finding';
import { FINDING_WORDS, type Finding, findingLabel } from '@textprobe/domain/finding';
import { daysBetween } from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { MESSAGE_STATUSES, type MessageStatus, messageStatusLabel } from '@textprobe/domain/message-status';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { testTypeLabel } from '@textprobe/domain/test-type';
import {
  type FilteredReportHead,
  type FilteredReportLog,
  type Generated,
  REPORT_ROW_LIMIT,
  type Report,
} from '@textprobe/reports/report-data';
import { analyticsFilter, testsFilter } from '../../analytics/analytics-filter.ts';
import { DELIVERY_RATE_FORMULA, percentage } from '../../analytics/delivery-rate.ts';
import { daySpan, ratesByDay, ratesByMonth } from '../../analytics/delivery-trend.ts';
import { filteredMessagesToWire } from '../../messages/message-wire.ts';
import { ROWS_AT_ONCE } from './test-report-pdf.ts';

/** Longer trends are drawn by month: more days than this do not fit as columns. */
const MAX_DAYS = 92;
/** The newest months are drawn. */
const MAX_MONTHS = 60;

interface FilteredReportDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
}

export async function gatherFilteredReport(
  { db, codes }: FilteredReportDeps,
  scope: Scope,
  query: AnalyticsQuery,
  generated: Generated,
): Promise<Report> {
  const filter = analyticsFilter(query);
  const [totals, statuses, offlineUnknown, findings, carriers, tests, trend] = await Promise.all([
    readTotals(db, scope, filter),
    countByStatus(db, scope, filter),
    countOfflineUnknown(db, scope, filter),
    readFindings(db, scope, filter),
    readTotalsBy(db, scope, 'carrier', filter),
    countTestsByStatus(db, scope, testsFilter(query)),
    gatherTrend(db, scope, filter, generated.at),
  ]);
  const messagesOf = (wanted: readonly MessageStatus[]) =>
    statuses.filter(({ status }) => wanted.includes(status)).reduce((sum, { messages }) => sum + messages, 0);
  const testsOf = new Map(tests.map(({ status, tests: count }) => [status, count]));
  return {
    head: {
      kind: 'filtered',
      generated,
      filters: await filterWords(db, scope, filter),
      messages: totals.messages,
      rate: {
        received: totals.received,
        known: totals.known,
        unknown: messagesOf(['UNKNOWN']) - offlineUnknown,
        offline: foundAs(findings, 'handset offline'),
        notSent: foundAs(findings, 'not sent'),
        inProgress: messagesOf(['PENDING', 'SENT']),
        deliveryRate: percentage(totals.received, totals.known),
        unaltered: totals.unaltered,
        compared: totals.compared,
        notReported: totals.notReported,
        unalteredRate: percentage(totals.unaltered, totals.compared),
        formula: DELIVERY_RATE_FORMULA,
      },
      averageDelay: totals.delayed === 0 ? null : totals.delayMs / totals.delayed / 60_000,
      trend,
      statuses,
      findings: findingsOf(findings),
      fileFindings: BEST_FIRST.map((finding) => ({
        finding,
        messages: findings.reduce((sum, one) => sum + (one.files === finding ? one.messages : 0), 0),
      })).filter(({ messages }) => messages > 0),
      carriers: carriers.map(({ group, messages, received, known }) => ({
        carrier: group,
        messages,
        rate: percentage(received, known),
      })),
      tests: EXECUTION_STATUSES.map((status) => ({ status, tests: testsOf.get(status) ?? 0 })),
    },
    logs: gatherLogs({ db, codes }, scope, filter),
  };
}

async function* gatherLogs(
  { db, codes }: FilteredReportDeps,
  scope: Scope,
  filter: AnalyticsFilter,
): AsyncGenerator<FilteredReportLog[]> {
  let left = REPORT_ROW_LIMIT;
  for await (const rows of streamMessages(db, scope, codes, filter, ROWS_AT_ONCE)) {
    yield await filteredMessagesToWire(db, scope, rows.slice(0, left));
    left -= rows.length;
    if (left <= 0) return;
  }
}

function foundAs(counts: readonly FindingCount[], finding: Finding): number {
  return counts.reduce((sum, one) => sum + (one.finding === finding ? one.messages : 0), 0);
}

/** Message counts by finding, as the filter names them. */
function findingsOf(counts: readonly FindingCount[]): FilteredReportHead['findings'] {
  const messagesOf = (word: (typeof FINDING_WORDS)[number]) =>
    counts.reduce((sum, one) => {
      if (word === 'sender changed') return sum + one.senderChanged;
      return sum + (one.finding === word ? one.messages : 0);
    }, 0);
  return FINDING_WORDS.map((finding) => ({ finding, messages: messagesOf(finding) })).filter(
    ({ messages }) => messages > 0,
  );
}

/** Only the filter's status, if it names one. */
async function countByStatus(
  db: Database,
  scope: Scope,
  filter: AnalyticsFilter,
): Promise<FilteredReportHead['statuses']> {
  const wanted = filter.status === undefined ? MESSAGE_STATUSES : [filter.status];
  return Promise.all(
    wanted.map(async (status) => ({
      status,
      messages: (await readTotals(db, scope, { ...filter, status })).messages,
    })),
  );
}

/** Unknown messages whose phone was offline are listed separately, as in the report of a test. */
async function countOfflineUnknown(db: Database, scope: Scope, filter: AnalyticsFilter): Promise<number> {
  const { status = 'UNKNOWN', finding = 'handset offline' } = filter;
  if (status !== 'UNKNOWN' || finding !== 'handset offline') return 0;
  return (await readTotals(db, scope, { ...filter, status, finding })).messages;
}

async function gatherTrend(
  db: Database,
  scope: Scope,
  filter: AnalyticsFilter,
  now: number,
): Promise<FilteredReportHead['trend']> {
  const span = daySpan(filter, now);
  const hours = await readTotalsBy(db, scope, 'day', span.filter);
  const byDay = daysBetween(span.first, span.last) <= MAX_DAYS;
  const rates = Object.entries(byDay ? ratesByDay(span, hours) : ratesByMonth(span, hours));
  const points = rates.map(([label, rate]) => ({ label, rate }));
  return { unit: byDay ? 'day' : 'month', points: byDay ? points : points.slice(-MAX_MONTHS) };
}

/** Describes the filters, in the order of the filter panel (ANALYTICS-5). */
export async function filterWords(
  db: Database,
  scope: Scope,
  filter: AnalyticsFilter,
): Promise<FilteredReportHead['filters']> {
  const { from, before, partnerId, status, verdict, carrier, finding, fileFinding, messageType, testType } =
    filter;
  const words: [string, string | undefined][] = [
    ['From', from === undefined ? undefined : usDate(from)],
    ['To', before === undefined ? undefined : usDate(before - 1)],
    ['Partner', partnerId === undefined ? undefined : await partnerName(db, scope, partnerId)],
    ['Status', status && messageStatusLabel(status)],
    ['Verdict', verdict],
    ['Carrier', carrier],
    ['Finding', finding && findingLabel(finding)],
    ['Files', fileFinding && fileFindingLabel(fileFinding)],
    ['Message type', messageType],
    ['Test type', testType && testTypeLabel(testType)],
  ];
  return words.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** `MM/DD/YYYY`, as everywhere on the page (DATA-8). */
function usDate(epochMs: number): string {
  const [year, month, day] = losAngelesDate(epochMs).split('-');
  return `${month}/${day}/${year}`;
}

async function partnerName(db: Database, scope: Scope, id: number): Promise<string> {
  const { partners } = await findNames(db, scope, { partners: [id] });
  return partners.get(id) ?? `Partner ${id}`;
}
