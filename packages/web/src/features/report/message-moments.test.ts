import { expect, test } from 'vitest';
import {
  at,
  confirmedLog,
  inTransitLog,
  offlineLog,
  receiptOnlyLog,
  rejectedLog,
} from '../../testing/sample-logs.ts';
import { timelineOf } from './message-moments.ts';

const summaryOf = (log: Parameters<typeof timelineOf>[0]) =>
  timelineOf(log).map(({ title, sinceMs }) => (sinceMs === null ? title : `${title} ${sinceMs}`));

test('lists the moments of a message in server time, with delays since submission', () => {
  expect(summaryOf(confirmedLog())).toEqual([
    'Created -500',
    'The carrier accepted it 0',
    'Receipt: delivered 3000',
    'Received by the handset 4000',
  ]);
});

test('lists a receipt that arrives after the reception after it', () => {
  const late = confirmedLog({ receipt: { at: at('09.500'), state: 'delivered', error: null } });
  expect(summaryOf(late).slice(2)).toEqual(['Received by the handset 4000', 'Receipt: delivered 9000']);
});

test('lists missing events last, without a time', () => {
  expect(summaryOf(receiptOnlyLog()).at(-1)).toBe('No report from the handset');
  expect(summaryOf(inTransitLog()).slice(2)).toEqual(['No receipt yet', 'No report from the handset yet']);
});

test('says until when what is missing was or is expected', () => {
  const notesOf = (log: Parameters<typeof timelineOf>[0]) =>
    timelineOf(log)
      .slice(-2)
      .map(({ note }) => note);
  const until = 'expected until 11/21/2026 12:15:00';
  expect(notesOf(inTransitLog())).toEqual([until, until]);
  expect(timelineOf(receiptOnlyLog()).at(-1)?.note).toBe(until);
});

test('an offline phone does not count as silent, and its last report is shown', () => {
  const moments = timelineOf(offlineLog());
  expect(moments.at(-1)).toMatchObject({
    title: 'The phone was offline',
    note: 'last seen 11/21/2026 11:00:00',
    kind: 'doubtful',
  });
});

test('expects nothing more of a rejected message, and gives the reason', () => {
  const moments = timelineOf(rejectedLog());
  expect(moments.map(({ title }) => title)).toEqual(['Created', 'The carrier refused it']);
  expect(moments[1]?.note).toBe('Invalid destination.');
});

test('CALL-16 shows who confirmed a message, and not that the handset received it', () => {
  const { reception } = confirmedLog();
  const log = confirmedLog({ reception: { ...reception!, confirmedBy: 'ada' } });
  expect(timelineOf(log).at(-1)).toMatchObject({ side: 'console', title: 'Confirmed manually by ada' });
});

test("mentions a handset's clock only if it is off by a second or more", () => {
  expect(timelineOf(confirmedLog()).at(-1)?.note).toBeNull();
  const { reception } = confirmedLog();
  const off = confirmedLog({ reception: { ...reception!, statedAt: at('00.300') } });
  expect(timelineOf(off).at(-1)?.note).toBe('by the clock of the handset 4.2 s earlier');
});
