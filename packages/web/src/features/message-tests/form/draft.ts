/**
 * The draft of a test, how one choice changes the others (CREATE-12 to 14, CREATE-17, UPDATE-6), and the draft of an existing test, for
 * updating (UPDATE-3, UPDATE-8, UPDATE-9) or duplicating it (LIST-14).
 */
import type { MediaFile } from '@textprobe/contract/media';
import type { Overlap } from '@textprobe/contract/schedules';
import {
  MESSAGE_TYPES,
  type MessageType,
  type OfficePhonePair,
  TEST_TYPES,
  type Test,
  type TestType,
} from '@textprobe/contract/tests';
import { addDays, addMonths } from '@textprobe/domain/los-angeles-calendar';
import { formatLosAngeles, losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { Choice } from '../../../ui/choice.ts';
import { FIRST_RECURRENCE, fromWireRule, type RecurrenceDraft } from './recurrence-draft.ts';

export interface Draft {
  readonly messageType: MessageType;
  readonly messageBody: string;
  /** Files already on the server that stay with the test. */
  readonly kept: readonly MediaFile[];
  /** Links whose files the server copies. */
  readonly links: readonly string[];
  readonly partners: Choice;
  readonly clients: Choice;
  readonly offices: Choice;
  readonly phones: readonly number[];
  /** If not empty, only these are sent; `offices` and `phones` then hold the ids that occur in them (EVIDENCE-5). */
  readonly pairs: readonly OfficePhonePair[];
  readonly testType: TestType;
  /** Los Angeles wall time, `2026-11-21T10:00`; empty until one is chosen. */
  readonly scheduledAt: string;
  readonly recurrence: RecurrenceDraft;
  readonly overlap: Overlap;
}

export const EMPTY_DRAFT: Draft = {
  messageType: 'SMS',
  messageBody: '',
  kept: [],
  links: [],
  partners: [],
  clients: [],
  offices: [],
  phones: [],
  pairs: [],
  testType: 'IMMEDIATE',
  scheduledAt: '',
  recurrence: FIRST_RECURRENCE,
  overlap: 'skip',
};

/** Changing the partners clears clients and offices (CREATE-13); all partners selects all of both (CREATE-14). */
export function withPartners(draft: Draft, partners: Choice): Draft {
  const below: Choice = partners === 'all' ? 'all' : [];
  return { ...draft, partners, clients: below, offices: below };
}

/** Changing the clients clears the offices (CREATE-13). */
export function withClients(draft: Draft, clients: Choice): Draft {
  return { ...draft, clients, offices: [] };
}

/** Default text in the message box of Update Test when the test has none (UPDATE-3). */
export const DEFAULT_MESSAGE_BODY = 'This is a test message.';

/** The draft equal to the test; if it has no time, the picker shows the current one. @param now epoch milliseconds */
export function draftToUpdate(test: Test, now: number): Draft {
  const draft = draftOf(test);
  return {
    ...draft,
    messageBody: test.messageBody === '' ? DEFAULT_MESSAGE_BODY : test.messageBody,
    scheduledAt: draft.scheduledAt === '' ? formatLosAngeles(now).slice(0, 16) : draft.scheduledAt,
    recurrence: test.testType === 'RECURRING' ? fromWireRule(test.recurrenceRule) : updateDefaults(now),
  };
}

/** The draft of a copy of the test; a time that has passed is left empty. @param now epoch milliseconds */
export function draftToDuplicate(test: Test, now: number): Draft {
  const draft = draftOf(test);
  const isOver = test.scheduledTimestamp !== null && Date.parse(test.scheduledTimestamp) <= now;
  return {
    ...draft,
    scheduledAt: isOver ? '' : draft.scheduledAt,
    recurrence: test.testType === 'RECURRING' ? fromWireRule(test.recurrenceRule) : FIRST_RECURRENCE,
  };
}

/** The draft that sends the test's message at once, to these pairs only. @param now epoch milliseconds */
export function draftToSendAgain(test: Test, pairs: readonly OfficePhonePair[], now: number): Draft {
  return {
    ...draftToDuplicate(test, now),
    offices: [...new Set(pairs.map(({ officeID }) => officeID))],
    phones: [...new Set(pairs.map(({ phoneID }) => phoneID))],
    pairs,
    testType: 'IMMEDIATE',
  };
}

function draftOf(test: Test): Omit<Draft, 'recurrence'> {
  return {
    messageType: MESSAGE_TYPES.find((type) => type === test.messageType) ?? 'SMS',
    messageBody: test.messageBody,
    kept: test.mediaFiles,
    links: [],
    partners: test.partnerIDs,
    clients: test.clientIDs.clientIDs,
    offices: test.officeIDs.officeIDs,
    phones: test.phoneIDs.phoneIDs,
    pairs: test.pairs ?? [],
    testType: TEST_TYPES.find((type) => type === test.testType) ?? 'IMMEDIATE',
    // Los Angeles wall time as stored, cut to the minute (UPDATE-8).
    scheduledAt: test.scheduledTimestamp?.slice(0, 16) ?? '',
    overlap: test.overlap,
  };
}

/** Initial recurring options of a test that does not recur yet: from tomorrow, for three months (UPDATE-9). */
function updateDefaults(now: number): RecurrenceDraft {
  const startDate = addDays(losAngelesDate(now), 1);
  // Not every month has 31 days: fall back to the month's last day.
  const month = addMonths(startDate.slice(0, 7), 3);
  const lastDay = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8));
  const day = Math.min(Number(startDate.slice(8)), lastDay);
  return {
    interval: '2',
    frequency: 'weeks',
    weekOfMonth: 2,
    daysOfWeek: ['MONDAY', 'WEDNESDAY'],
    daysOfMonth: [15],
    startDate,
    time: '10:30',
    endDate: `${month}-${String(day).padStart(2, '0')}`,
  };
}
