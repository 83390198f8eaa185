import { expect, test } from 'vitest';
import { presentChangedArrivals } from './changed-arrivals.ts';
import { confirmedLog } from './testing/sample-reports.ts';

const CODE = ' #A0000000001';
const arrived = (sent: string, text: string, changes: object = {}) => {
  const log = confirmedLog();
  return confirmedLog({
    sentText: sent + CODE,
    reception: { ...log.reception!, text: text + CODE, comparison: 'altered', ...changes },
  });
};

test('a changed message shows how it changed, with the differences marked in both texts', () => {
  const { texts, more } = presentChangedArrivals([confirmedLog(), arrived('Café at\nnine', 'Cafe at\nnine')]);
  expect(more).toBe(0);
  expect(texts).toHaveLength(1);
  const runsOf = (side: 'sent' | 'arrived') =>
    texts[0]?.[side].map(({ runs }) => runs.map(({ kind, text }) => `${kind} ${text}`));
  expect(texts[0]?.words).toBe('Re-encoded: accents lost: é→e.');
  expect(runsOf('sent')).toEqual([
    ['same Caf', 'gone é', 'same  at'],
    ['same nine', `same ${CODE}`],
  ]);
  expect(runsOf('arrived')).toEqual([
    ['same Caf', 'new e', 'same  at'],
    ['same nine', `same ${CODE}`],
  ]);
});

test('a changed sender is reported even if the text is unchanged', () => {
  const log = arrived('Hello', 'Hello', {
    comparison: 'intact',
    sender: 'AD\u200BS',
    senderComparison: 'altered',
  });
  expect(presentChangedArrivals([log]).texts[0]?.words).toBe(
    'Text identical. Sender changed: seen as AD[ZWSP]S, sent from +12025550100.',
  );
});

test('invisible characters are drawn with signs that the fonts have', () => {
  const [text] = presentChangedArrivals([arrived('a  b\nc', 'a b c')]).texts;
  const runs = text?.sent.flatMap((line) => line.runs) ?? [];
  expect(runs.filter(({ kind }) => kind === 'gone').map((run) => run.text)).toEqual(['·', '¶']);
});

test('beyond ten the rest is only counted', () => {
  const logs = Array.from({ length: 13 }, () => arrived('Hello', 'Hullo'));
  const { texts, more } = presentChangedArrivals(logs);
  expect([texts.length, more]).toEqual([10, 3]);
});
