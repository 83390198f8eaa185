/** What each line would create. */
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { expect, it } from 'vitest';
import type { Office, Phone } from '../../../api/normalize.ts';
import { type Draft, EMPTY_DRAFT } from '../form/draft.ts';
import { type Base, baseOf, createQuestion, planTest } from './plan-tests.ts';
import type { Line } from './read-lines.ts';
import { sumWords } from './several-words.ts';

const offices = (...ids: number[]): Office[] =>
  ids.map((id) => ({
    id,
    name: `Office ${id}`,
    clientId: id * 10,
    phoneNumber: '',
    managerFirstName: '',
    managerLastName: '',
  }));
const phones = (...ids: number[]): Phone[] =>
  ids.map((id) => ({ id, name: `Phone ${id}`, phoneNumber: '', carrier: '' }));
const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const DRAFT: Draft = {
  ...EMPTY_DRAFT,
  messageType: 'MMS',
  messageBody: 'Not sent',
  links: ['https://example.com/cat.png'],
  partners: 'all',
  clients: 'all',
  offices: 'all',
  phones: [1, 2],
};
const BASE: Base = {
  draft: baseOf(DRAFT),
  sending: offices(1, 2, 3),
  receiving: phones(1, 2),
  resolveOffices: (cell) =>
    cell === '?'
      ? { entries: [], error: 'No such office.' }
      : { entries: offices(Number(cell)), error: null },
  resolvePhones: (cell) => ({ entries: phones(...cell.split(';').map(Number)), error: null }),
  partnerOf: (clientId) => clientId * 10,
};
const line = (cells: Partial<Line>): Line => ({
  number: 2,
  message: 'Hi',
  office: '',
  phone: '',
  time: '',
  fault: null,
  ...cells,
});
const NOW = parseTimestamp('2026-11-26T12:00:00-08:00') ?? 0;

it('EVIDENCE-7 takes recipients and schedule from the draft, and always creates an SMS', () => {
  const { draft, outgoing, errors } = planTest(line({}), BASE);
  expect(errors).toEqual({});
  expect(outgoing.total).toBe(6);
  expect(draft).toEqual({ ...DRAFT, messageType: 'SMS', messageBody: 'Hi', links: [] });
});

it('EVIDENCE-7 each filled cell replaces the value of the draft', () => {
  const planned = planTest(line({ office: '4', phone: '7;8;9', time: '2026-11-30 09:30' }), BASE);
  expect(planned.outgoing.total).toBe(3);
  expect(planned.draft).toMatchObject({
    partners: [400],
    clients: [40],
    offices: [4],
    phones: [7, 8, 9],
    testType: 'SCHEDULED',
    scheduledAt: '2026-11-30T09:30',
  });
});

it('OVERVIEW-2 a line with the time "now" is sent at once, whatever the schedule of the draft', () => {
  const draft = { ...BASE.draft, testType: 'RECURRING' } as const;
  expect(planTest(line({ time: 'now' }), { ...BASE, draft })).toMatchObject({
    draft: { testType: 'IMMEDIATE', scheduledAt: '' },
    errors: {},
  });
});

it('EVIDENCE-5, EVIDENCE-7 chosen pairs of the draft are sent by each line that names no recipients', () => {
  const pairs = [{ officeID: 1, phoneID: 2 }];
  const base = { ...BASE, draft: { ...BASE.draft, pairs } };
  const own = planTest(line({}), base);
  expect([own.outgoing.total, own.draft.pairs]).toEqual([1, pairs]);
  const named = planTest(line({ office: '4' }), base);
  expect([named.outgoing.total, named.draft.pairs]).toEqual([2, []]);
});

it('EVIDENCE-7 each error is about its cell', () => {
  expect(planTest(line({ message: ' ', office: '?', time: 'noon' }), BASE).errors).toEqual({
    message: 'Write a message.',
    offices: 'No such office.',
    when: 'Write the time as 2026-11-30 09:30, not noon.',
  });
  const draft = { ...BASE.draft, testType: 'SCHEDULED' } as const;
  expect(planTest(line({}), { ...BASE, draft, sending: [], receiving: [] }).errors).toEqual({
    offices: 'No office chosen. Choose one in Create Test, or name it in the office column of a CSV.',
    phones: 'No phone chosen. Choose one in Create Test, or name it in the phone column of a CSV.',
    when: 'Choose the date and time in Create Test.',
  });
  // Its cells are uncertain, so nothing else is said about them.
  expect(planTest(line({ fault: 'Too many cells.', office: '?' }), BASE).errors).toEqual({
    message: 'Too many cells.',
  });
});

it('EVIDENCE-7 refuses a message over 10,000 characters, and a test over the limit of messages', () => {
  expect(planTest(line({ message: 'x'.repeat(10_000) }), BASE).errors).toEqual({});
  expect(planTest(line({ message: 'x'.repeat(10_001) }), BASE).errors).toEqual({
    message: 'The message has 10,001 characters; the limit is 10,000.',
  });
  const large = { ...BASE, sending: offices(...many(1_001)), receiving: phones(...many(100)) };
  expect(planTest(line({}), large).errors.offices).toContain('make 100,100 messages');
});

it('EVIDENCE-7 asks before more than 5,000 messages in all, and before times that have passed', () => {
  const wide = { ...BASE, sending: offices(...many(100)), receiving: phones(...many(50)) };
  const one = planTest(line({}), wide);
  const past = planTest(line({ time: '2026-11-26 11:00' }), BASE);
  expect(createQuestion([one], NOW)).toBeNull();
  expect(createQuestion([one, planTest(line({}), BASE)], NOW)).toBe('Send 5,006 messages?');
  expect(createQuestion([past], NOW)).toBe('This time has passed. Send 6 messages now?');
  expect(createQuestion([past, past, one], NOW)).toBe(
    'The time of 2 tests has passed. Send 12 messages now? Send 5,012 messages?',
  );
  const recurring = planTest(line({}), { ...wide, draft: { ...wide.draft, testType: 'RECURRING' } });
  expect(createQuestion([recurring, recurring], NOW)).toBe('Send 10,000 messages in each run?');
});

it('EVIDENCE-7 sums up what is ready, and names the lines with errors', () => {
  const good = planTest(line({}), BASE);
  const bad = (number: number) => planTest(line({ number, message: '' }), BASE);
  expect(sumWords([good, good], 0)).toBe('2 tests are ready: 12 messages.');
  expect(sumWords([good, bad(5), bad(17)], 0)).toBe(
    '1 of 3 tests are ready: 6 messages. Lines 5 and 17 have errors.',
  );
  expect(sumWords([bad(5)], 3)).toBe('3 tests created. Line 5 has an error.');
  expect(sumWords([good, bad(5)], 3, true)).toBe(
    '3 tests created. 1 test not created: 6 messages. Line 5 has an error.',
  );
  expect(sumWords([], 40)).toBe('40 tests created.');
});
