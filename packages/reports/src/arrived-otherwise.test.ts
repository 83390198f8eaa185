import { expect, test } from 'vitest';
import { arrivedOtherwise } from './arrived-otherwise.ts';
import { confirmedLog } from './testing/sample-reports.ts';

const CODE = ' #A0000000001';
const arrived = (sent: string, text: string, changes: object = {}) => {
  const log = confirmedLog();
  return confirmedLog({
    sentText: sent + CODE,
    reception: { ...log.reception!, text: text + CODE, comparison: 'altered', ...changes },
  });
};

test('each message that arrived otherwise tells in which way, with what differs marked in both texts', () => {
  const { texts, left } = arrivedOtherwise([confirmedLog(), arrived('Café at\nnine', 'Cafe at\nnine')]);
  expect(left).toBe(0);
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

test('a changed sender is told though the text is as it was sent', () => {
  const log = arrived('Hello', 'Hello', {
    comparison: 'intact',
    sender: 'AD\u200BS',
    senderComparison: 'altered',
  });
  expect(arrivedOtherwise([log]).texts[0]?.words).toBe(
    'Identical. Sender changed: seen as AD[ZWSP]S, sent from +12025550100.',
  );
});

test('what nobody could see is drawn by signs that the fonts have', () => {
  const [text] = arrivedOtherwise([arrived('a  b\nc', 'a b c')]).texts;
  const runs = text?.sent.flatMap((line) => line.runs) ?? [];
  expect(runs.filter(({ kind }) => kind === 'gone').map((run) => run.text)).toEqual(['·', '¶']);
});

test('beyond ten the rest is counted', () => {
  const logs = Array.from({ length: 13 }, () => arrived('Hello', 'Hullo'));
  const { texts, left } = arrivedOtherwise(logs);
  expect([texts.length, left]).toEqual([10, 3]);
});
