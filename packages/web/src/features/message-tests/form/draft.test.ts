/** How the choices of a draft affect each other, and drafts of existing tests. */

import type { Test } from '@textprobe/contract/tests';
import { expect, it } from 'vitest';
import { toggle } from '../../../ui/choice.ts';
import { sameDraft } from '../../../ui/unsent-drafts.ts';
import {
  DEFAULT_MESSAGE_BODY,
  type Draft,
  draftToDuplicate,
  draftToSendAgain,
  draftToUpdate,
  EMPTY_DRAFT,
  withClients,
  withPartners,
} from './draft.ts';

const draft: Draft = {
  ...EMPTY_DRAFT,
  messageBody: 'Hi',
  partners: [2],
  clients: [21],
  offices: [210],
  phones: [1],
};

it('CREATE-12 collapses any choice that holds all to just all, and back to nothing', () => {
  expect(toggle([1, 2], 'all')).toBe('all');
  expect(toggle('all', 'all')).toEqual([]);
  expect(toggle('all', 3)).toBe('all');
});

it('adds and removes single entries in the order of picking', () => {
  expect(toggle([2], 1)).toEqual([2, 1]);
  expect(toggle([2, 1], 2)).toEqual([1]);
});

it('CREATE-13, UPDATE-6 clears clients and offices when the partner changes, offices when the client changes', () => {
  expect(withPartners(draft, [3])).toEqual({ ...draft, partners: [3], clients: [], offices: [] });
  expect(withClients(draft, [22])).toEqual({ ...draft, clients: [22], offices: [] });
});

it('CREATE-14 selects all clients and offices when all partners are selected', () => {
  const all = { ...draft, partners: 'all', clients: 'all', offices: 'all' };
  expect(withPartners(draft, 'all')).toEqual(all);
});

it('CREATE-16, CREATE-17 defaults to SMS, Immediate and no recipients', () => {
  expect(EMPTY_DRAFT).toMatchObject({ messageType: 'SMS', testType: 'IMMEDIATE', messageBody: '' });
  expect([EMPTY_DRAFT.partners, EMPTY_DRAFT.clients, EMPTY_DRAFT.offices, EMPTY_DRAFT.phones].flat()).toEqual(
    [],
  );
});

it('compares drafts by content', () => {
  expect(sameDraft(draft, { ...draft, partners: [2] })).toBe(true);
  expect(sameDraft(draft, { ...draft, links: ['https://pictures.example/cat.png'] })).toBe(false);
});

/** 2026-11-30, 12:00 in Los Angeles. */
const NOW = Date.parse('2026-11-30T20:00:00Z');
const cat = {
  url: '/api/media/1',
  name: 'cat.png',
  type: 'image/png',
  size: 3,
  width: 1,
  height: 1,
  originalUrl: null,
};
const test: Test = {
  testId: 7,
  testType: 'SCHEDULED',
  messageType: 'MMS',
  messageBody: 'Hello',
  scheduledTimestamp: '2026-12-01T08:05:59.999-08:00',
  creationTimestamp: '2026-11-21T10:00:00.000-08:00',
  updateTimestamp: null,
  executionStatus: 'UNEXECUTED',
  statusReason: null,
  partnerId: 1,
  partnerIDs: [1, 2],
  clientIDs: { clientIDs: [11, 21] },
  officeIDs: { officeIDs: [110] },
  names: { partners: [], clients: [], offices: [] },
  phoneIDs: { phoneIDs: [1, 4] },
  pairs: null,
  messagesPerRun: 2,
  mediaURLs: { media: [cat.url] },
  mediaFiles: [cat],
  recurrenceRule: {},
  nextDue: null,
  recurrenceActive: false,
  overlap: 'wait',
  latestRun: null,
  recentRuns: [],
  scheduleNote: null,
};

it('UPDATE-1, UPDATE-8 copies every field of the test and cuts its time to the minute', () => {
  expect(draftToUpdate(test, NOW)).toMatchObject({
    messageType: 'MMS',
    messageBody: 'Hello',
    kept: [cat],
    links: [],
    partners: [1, 2],
    clients: [11, 21],
    offices: [110],
    phones: [1, 4],
    testType: 'SCHEDULED',
    scheduledAt: '2026-12-01T08:05',
    overlap: 'wait',
  });
});

it('EVIDENCE-5 sends chosen pairs of a test again at once, with the message, the files and no other recipient', () => {
  const pairs = [
    { officeID: 110, phoneID: 4 },
    { officeID: 110, phoneID: 9 },
  ];
  expect(draftToSendAgain(test, pairs, NOW)).toMatchObject({
    messageType: 'MMS',
    messageBody: 'Hello',
    kept: [cat],
    offices: [110],
    phones: [4, 9],
    pairs,
    testType: 'IMMEDIATE',
  });
});

it('UPDATE-3 starts a test without a body with the default text', () => {
  expect(draftToUpdate({ ...test, messageBody: '' }, NOW).messageBody).toBe(DEFAULT_MESSAGE_BODY);
  expect(DEFAULT_MESSAGE_BODY).toBe('This is a test message.');
});

it('UPDATE-9 starts recurring options with every 2 weeks, Monday and Wednesday, from tomorrow for three months', () => {
  expect(draftToUpdate(test, NOW).recurrence).toEqual({
    interval: '2',
    frequency: 'weeks',
    weekOfMonth: 2,
    daysOfWeek: ['MONDAY', 'WEDNESDAY'],
    daysOfMonth: [15],
    startDate: '2026-12-01',
    time: '10:30',
    endDate: '2027-03-01',
  });
  const lastOfNovember = Date.parse('2026-11-29T20:00:00Z');
  expect(draftToUpdate(test, lastOfNovember).recurrence).toMatchObject({
    startDate: '2026-11-30',
    endDate: '2027-02-28',
  });
});

it('REC-5 keeps the rule of a recurring test', () => {
  const rule = {
    interval: 1,
    frequency: 'months',
    start_date: '2026-11-22',
    time: '10:30',
    week_of_month: 5,
  } as const;
  const recurring = { ...test, testType: 'RECURRING', recurrenceRule: rule } as const;
  expect(draftToUpdate(recurring, NOW).recurrence).toMatchObject({ frequency: 'months', weekOfMonth: 5 });
});

it('DATA-3 shows the current time for a test without a time', () => {
  expect(draftToUpdate({ ...test, scheduledTimestamp: null }, NOW).scheduledAt).toBe('2026-11-30T12:00');
});

it('LIST-14 copies everything except a time that has passed', () => {
  expect(draftToDuplicate(test, NOW)).toMatchObject({
    kept: [cat],
    scheduledAt: '2026-12-01T08:05',
    overlap: 'wait',
  });
  const later = Date.parse('2026-12-02T20:00:00Z');
  expect(draftToDuplicate(test, later)).toMatchObject({ testType: 'SCHEDULED', scheduledAt: '' });
  expect(draftToDuplicate({ ...test, messageBody: '' }, NOW).messageBody).toBe('');
});

it('UPDATE-8 shows Immediate for an unknown test type', () => {
  const unknown = { ...test, testType: 'LUNAR' as Test['testType'] };
  expect(draftToUpdate(unknown, NOW).testType).toBe('IMMEDIATE');
  expect(draftToDuplicate(unknown, NOW).testType).toBe('IMMEDIATE');
  expect(draftToUpdate({ ...test, testType: 'RECURRING' }, NOW).testType).toBe('RECURRING');
});
