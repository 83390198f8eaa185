/** Presents the report of one test (REPORT-4 to 10): what needs attention, cards, details, delays, and every execution. */
import { formatSeconds, summarizeDelays } from '@textprobe/domain/delivery-time';
import { formatDateTime } from '@textprobe/domain/display';
import { recurrenceFacts, recurrenceSentence } from '@textprobe/domain/recurrence-words';
import { testTypeLabel } from '@textprobe/domain/test-type';
import { describeVerdict } from '@textprobe/domain/verdict';
import { countVerdicts, toneOf } from '@textprobe/domain/verdict-tones';
import { presentAttention } from './attention.ts';
import { presentChangedArrivals } from './changed-arrivals.ts';
import { delayHistogram } from './delay-histogram.ts';
import { ledgerPair } from './ledger-words.ts';
import { CHARTED_MESSAGES, type Page, TAGGED_ROWS } from './page.ts';
import {
  cappedSentence,
  count,
  dateAndTime,
  executionBadge,
  generatedWords,
  messageBadge,
  rateWords,
} from './page-words.ts';
import type { ReportMedia, TestReportHead, TestReportLog } from './report-data.ts';
import { lineOf, paragraphsOf } from './user-text.ts';

/** Names listed before "and 2 more". */
const NAMES = 12;

export function presentTestReport(head: TestReportHead, logs: readonly TestReportLog[]): Page {
  const { test } = head;
  const pictures = new Map<string, Uint8Array>();
  const delays = summarizeDelays(receivedSeconds(logs));
  const data = {
    generated: generatedWords(head.generated),
    id: test.id,
    status: executionBadge(test.status),
    statusReason: test.statusReason,
    rate: rateWords(head.rate),
    figures: [
      ['Messages', count(head.logCount)],
      ['In progress', count(head.rate.inProgress)],
      ['Unknown', count(head.rate.unknown)],
      ...(head.rate.offline > 0 ? [['Phone offline', count(head.rate.offline)]] : []),
      ...(head.rate.notSent > 0 ? [['Not sent', count(head.rate.notSent)]] : []),
      ['Median delay', delays === null ? '–' : formatSeconds(delays.medianSeconds)],
      ...(delays === null || delays.p95Seconds === null
        ? []
        : [['95% within', formatSeconds(delays.p95Seconds)]]),
      ['Slowest', delays === null ? '–' : formatSeconds(delays.slowestSeconds)],
    ],
    verdicts: countVerdicts(logs).map(({ verdict, count: messages }) => ({
      label: verdict,
      tone: toneOf(verdict),
      about: describeVerdict(verdict),
      messages,
      words: count(messages),
    })),
    attention: presentAttention(logs),
    cards: cardsOf(head),
    details: detailsOf(head),
    media: head.media.map((file, index) => presentMedia(file, index, pictures)),
    delays: delayHistogram(receivedSeconds(logs)),
    drawn: logs.length >= CHARTED_MESSAGES,
    altered: presentChangedArrivals(logs),
    executionCount: count(head.logCount),
    capped: cappedSentence(logs.length, head.logCount, 'messages'),
    executions: logs.map(executionRow),
  };
  return { template: 'test-report.typ', data, pictures, tagged: logs.length <= TAGGED_ROWS };
}

function receivedSeconds(logs: readonly TestReportLog[]): number[] {
  return logs.flatMap(({ seconds }) => (seconds > 0 ? [seconds] : []));
}

function cardsOf(head: TestReportHead) {
  const { test } = head;
  const cards = [
    {
      title: 'Basic Information',
      facts: [
        ['Test Type', [testTypeLabel(test.type)]],
        ['Message Type', [test.messageType]],
        ['Execution Status', executionBadge(test.status)],
      ],
    },
    {
      title: 'Timing Information',
      facts: [
        ['Created', [formatDateTime(test.created)]],
        ['Last Updated', [formatDateTime(test.updated)]],
        ['Scheduled For', [formatDateTime(test.scheduled)]],
      ],
    },
    {
      title: 'Organization',
      facts: [
        ['Partner', names(head.partners)],
        ['Clients', names(head.clients)],
        ['Offices', names(head.offices)],
      ],
    },
    {
      title: 'Test Phone(s)',
      facts: [
        ['Receivers', names(head.receivers)],
        ['Carriers', names(head.carriers)],
      ],
    },
  ];
  if (test.type !== 'RECURRING') return cards;
  const facts = [...recurrenceFacts(test.recurrenceRule), ['Next', formatDateTime(test.nextDue)] as const];
  return [...cards, { title: 'Recurrence', facts: facts.map(([name, value]) => [name, [value]]) }];
}

/** The texts match the console's table (REPORT-5). `body`: a user's text, by paragraph. */
function detailsOf({ test, media, ...head }: TestReportHead) {
  const attached = media.length === 0 ? ['No Media Files Attached'] : media.map(({ name }) => lineOf(name));
  return [
    ['Test Type', [testTypeLabel(test.type)], 'When the test runs: immediately, later or repeatedly'],
    ['Message Type', [test.messageType], 'SMS carries text; MMS carries text and files'],
    ['Execution Status', executionBadge(test.status), test.statusReason ?? 'Progress or outcome of the test'],
    [
      'Message Content',
      test.body === '' ? ['N/A'] : { body: paragraphsOf(test.body) },
      'The text as written. Each message fills the placeholders and ends with its own code',
    ],
    ['Partner', names(head.partners), 'Whose clients are tested'],
    ['Clients', names(head.clients), 'Whose offices send the messages'],
    [
      'Offices',
      names(head.offices),
      head.isPaired
        ? 'Each sends one message to each phone paired with it'
        : 'Each sends one message to each test phone',
    ],
    ['Media Attachments', test.messageType === 'SMS' ? ['N/A'] : attached, 'The files sent with the MMS'],
    [
      'Recurrence Rule',
      [test.type === 'RECURRING' ? recurrenceSentence(test.recurrenceRule) : 'N/A'],
      'How often a recurring test runs',
    ],
    ['Created', [formatDateTime(test.created)], 'When the test was created, in Los Angeles time'],
    ['Last Updated', [formatDateTime(test.updated)], 'Last change of the definition or the status'],
    ['Scheduled For', [formatDateTime(test.scheduled)], 'When a scheduled test runs'],
  ];
}

function names(all: readonly string[]): string[] {
  if (all.length === 0) return ['N/A'];
  // The name itself takes no more room than "and 1 more".
  if (all.length <= NAMES + 1) return all.map(lineOf);
  return [...all.slice(0, NAMES).map(lineOf), `and ${count(all.length - NAMES)} more`];
}

function presentMedia(
  { name, type, size, picture }: ReportMedia,
  index: number,
  pictures: Map<string, Uint8Array>,
) {
  const place = picture === undefined ? null : `/media/${index}`;
  if (picture !== undefined && place !== null) pictures.set(place, picture);
  return { name: lineOf(name), about: `${type}, ${megabytes(size)}`, picture: place };
}

/** 1 MB is 1,048,576 bytes (CREATE-7); smaller files would show as 0.00. */
function megabytes(bytes: number): string {
  if (bytes < 10_486) return `${count(bytes)} bytes`;
  return `${(bytes / 1_048_576).toFixed(2)} MB`;
}

function executionRow(log: TestReportLog) {
  return {
    id: log.testLogID,
    office: lineOf(log.office),
    officePhone: log.officePhone,
    phone: lineOf(log.phone),
    phoneNumber: log.phoneNumber,
    carrier: lineOf(log.carrier) || 'N/A',
    status: messageBadge(log.testActivityStatus, log.verdict),
    verdict: log.verdict,
    sent: dateAndTime(log.messageSentTimestamp),
    received: dateAndTime(log.messageReceivedTimestamp),
    delivery: formatSeconds(log.seconds),
    ...ledgerPair(log),
  };
}
