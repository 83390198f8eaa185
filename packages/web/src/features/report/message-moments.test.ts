import { expect, test } from 'vitest';
import { timelineOf } from './message-moments.ts';
import { at, confirmedLog, inTransitLog, offlineLog, receiptOnlyLog, rejectedLog } from './testing/logs.ts';

const told = (log: Parameters<typeof timelineOf>[0]) =>
  timelineOf(log).map(({ title, sinceMs }) => (sinceMs === null ? title : `${title} +${sinceMs}`));

test('a message’s moments stand in the order of our clock, delays counted from the hand-over', () => {
  expect(told(confirmedLog())).toEqual([
    'Created',
    'The carrier accepted it +500',
    'Receipt: delivered +3000',
    'Received by the handset +4000',
  ]);
});

test('a receipt that comes after the reception stands after it', () => {
  const late = confirmedLog({ receipt: { at: at('09.500'), state: 'delivered', error: null } });
  expect(told(late).slice(2)).toEqual(['Received by the handset +4000', 'Receipt: delivered +9000']);
});

test('what should have come and did not stands at the end, without a time', () => {
  expect(told(receiptOnlyLog()).at(-1)).toBe('No report from the handset');
  expect(told(inTransitLog()).slice(2)).toEqual(['No receipt yet', 'No report from the handset yet']);
});

test('a phone that was offline is no silent handset, and when it was heard of is told', () => {
  const moments = timelineOf(offlineLog());
  expect(moments.at(-1)).toMatchObject({
    title: 'The phone was offline',
    note: 'last seen 11/21/2026 11:00:00',
    kind: 'doubtful',
  });
});

test('of a refused message nothing more is expected, and the reason is told', () => {
  const moments = timelineOf(rejectedLog());
  expect(moments.map(({ title }) => title)).toEqual(['Created', 'The carrier refused it']);
  expect(moments[1]?.note).toBe('Invalid destination.');
});

test('CALL-16 a message that a person confirmed says who did, and does not say that the handset received it', () => {
  const { reception } = confirmedLog();
  const log = confirmedLog({ reception: { ...reception!, confirmedBy: 'ada' } });
  expect(timelineOf(log).at(-1)).toMatchObject({ side: 'console', title: 'Confirmed by ada in the console' });
});

test('a handset’s clock is mentioned only when it is off by a second or more', () => {
  expect(timelineOf(confirmedLog()).at(-1)?.note).toBeNull();
  const { reception } = confirmedLog();
  const off = confirmedLog({ reception: { ...reception!, statedAt: at('00.300') } });
  expect(timelineOf(off).at(-1)?.note).toBe('by the clock of the handset 4.2 s earlier');
});
