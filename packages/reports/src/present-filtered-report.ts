/** Presents a filtered report: its filters, totals, trend and logs. */
import { fileFindingLabel, toneOfFileFinding } from '@textprobe/domain/file-finding';
import { findingLabel, toneOfFinding } from '@textprobe/domain/finding';
import { type MessageStatus, messageStatusLabel } from '@textprobe/domain/message-status';
import { testTypeLabel } from '@textprobe/domain/test-type';
import type { Tone } from '@textprobe/domain/verdict-tones';
import { CHARTED_MESSAGES, type Page, TAGGED_ROWS } from './page.ts';
import {
  cappedSentence,
  count,
  dateAndTime,
  executionBadge,
  generatedWords,
  messageBadge,
  percent,
  rateWords,
} from './page-words.ts';
import type { FilteredReportHead, FilteredReportLog } from './report-data.ts';
import { lineOf, paragraphsOf, shorten } from './user-text.ts';

/** In lists longer than this, bodies are cut to the length of one SMS; full ones would take a hundred pages. */
const SHORT_FROM = 200;
const SHORT = 160;
/** A longer body may break across pages; a shorter row moves to the next page as a whole. */
const UNSPLIT = 1_500;
/** How many carriers the chart shows: those with the most messages. */
const CARRIERS = 12;

/** In the order of a message's lifecycle; the tones are those of the console. */
const STATUS_TONES: Readonly<Record<MessageStatus, Tone>> = {
  PENDING: 'waiting',
  SENT: 'moving',
  UNKNOWN: 'unknown',
  FAILED: 'failed',
  DELIVERED: 'doubtful',
  RECEIVED: 'arrived',
};

export function presentFilteredReport(head: FilteredReportHead, logs: readonly FilteredReportLog[]): Page {
  const { rate, averageDelay, carriers } = head;
  const drawn = head.messages >= CHARTED_MESSAGES;
  const short = logs.length > SHORT_FROM;
  const byMessages = carriers.toSorted((a, b) => b.messages - a.messages);
  const data = {
    generated: generatedWords(head.generated),
    filters: head.filters.map(({ name, value }) => [name, lineOf(value)]),
    rate: rateWords(rate),
    figures: [
      ['Messages', count(head.messages)],
      ['Received', count(rate.received)],
      ['Average delay', averageDelay === null ? '–' : delayWords(averageDelay)],
      ['In progress', count(rate.inProgress)],
      ['Unknown', count(rate.unknown)],
      ...(rate.offline > 0 ? [['Phone offline', count(rate.offline)]] : []),
      ...(rate.notSent > 0 ? [['Not sent', count(rate.notSent)]] : []),
    ],
    drawn,
    trend: drawn ? trendOf(head.trend) : null,
    statuses: head.statuses.map(({ status, messages }) => ({
      label: messageStatusLabel(status),
      tone: STATUS_TONES[status],
      value: messages,
      words: count(messages),
    })),
    fileFindings: head.fileFindings.map(({ finding, messages }) => ({
      label: fileFindingLabel(finding),
      tone: toneOfFileFinding(finding),
      value: messages,
      words: count(messages),
    })),
    findings: head.findings.map(({ finding, messages }) => ({
      label: findingLabel(finding),
      tone: toneOfFinding(finding),
      value: messages,
      words: count(messages),
    })),
    carriers: byMessages.slice(0, CARRIERS).map(({ carrier, messages, rate: ofCarrier }) => ({
      label: lineOf(carrier),
      value: ofCarrier,
      words: `${percent(ofCarrier)} · ${count(messages)} ${messages === 1 ? 'message' : 'messages'}`,
    })),
    moreCarriers: Math.max(0, carriers.length - CARRIERS),
    tests: head.tests.map(({ status, tests }) => ({
      ...executionBadge(status),
      value: tests,
      words: count(tests),
    })),
    logCount: count(head.messages),
    capped: cappedSentence(logs.length, head.messages, 'logs'),
    shortened: short ? `Messages are shortened to ${SHORT} characters; the CSV has the full texts.` : null,
    logs: logs.map((log) => logRow(log, short)),
  };
  return {
    template: 'filtered-report.typ',
    data,
    pictures: new Map(),
    tagged: logs.length <= TAGGED_ROWS,
  };
}

/** In minutes, as in analytics; in seconds below one minute, since most delays are. */
function delayWords(minutes: number): string {
  const words = `${minutes.toLocaleString('en-US', { maximumFractionDigits: 2 })} min`;
  return minutes < 1 ? `${(minutes * 60).toFixed(1)} s` : words;
}

function trendOf({ unit, points }: FilteredReportHead['trend']) {
  const first = points[0]?.label ?? '';
  const last = points.at(-1)?.label ?? '';
  return {
    title: unit === 'day' ? 'Delivery rate by day' : 'Delivery rate by month',
    span: first === last ? dateWords(first) : `${dateWords(first)} to ${dateWords(last)}`,
    known: points.some(({ rate }) => rate !== null),
    points: points.map(({ label, rate }) => ({ label: columnLabel(label), rate })),
  };
}

/** `2026-11-21` as `11/21/2026` and `2026-11` as `11/2026`: dates begin with the month (DATA-8). */
function dateWords(label: string): string {
  const [year, ...rest] = label.split('-');
  return [...rest, year].join('/');
}

/** Without the year of a day, for which there is no room under a column. */
function columnLabel(label: string): string {
  const words = dateWords(label);
  return label.length > 7 ? words.slice(0, 5) : words;
}

function logRow(log: FilteredReportLog, short: boolean) {
  return {
    id: log.testLogID,
    test: log.testID,
    message: paragraphsOf((short ? shorten(log.messageBody, SHORT) : log.messageBody) || 'N/A'),
    long: log.messageBody.length > UNSPLIT,
    messageType: log.messageType,
    testType: testTypeLabel(log.testType),
    carrier: lineOf(log.carrier) || 'N/A',
    status: messageBadge(log.testActivityStatus, log.verdict),
    verdict: log.verdict,
    sent: dateAndTime(log.messageSentTimestamp),
    received: dateAndTime(log.messageReceivedTimestamp),
    created: dateAndTime(log.creationTimestamp),
  };
}
