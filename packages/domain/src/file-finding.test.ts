import { expect, test } from 'vitest';
import {
  areFilesAltered,
  FILE_FINDINGS,
  type FileOutcome,
  findingOfFiles,
  lastsAsLong,
  looksTheSame,
} from './file-classes.ts';
import { BEST_FIRST, describeFileFinding, fileFindingLabel } from './file-finding.ts';
import { applyFact, type Fact, newLedgers } from './message-lifecycle.ts';
import { type ArrivedMessage, arrivedUnaltered } from './unaltered.ts';
import { deriveVerdict, describeOutcome } from './verdict.ts';

test.each<[readonly FileOutcome[], string, string]>([
  [['identical', 'identical'], 'identical', 'confirmed'],
  [['identical', 'transcoded'], 'recoded', 'confirmed'],
  [['transcoded', 'not-compared'], 'not told', 'confirmed'],
  [['identical', 'unexpected'], 'other kind', 'altered'],
  [['other kind', 'transcoded'], 'other kind', 'altered'],
  [['damaged', 'other kind'], 'damaged', 'altered'],
  [['damaged', 'missing', 'identical'], 'missing', 'altered'],
  [[], 'identical', 'confirmed'],
])('EVIDENCE-1 the worst of the files %j decides: %s, so the message is %s', (outcomes, finding, verdict) => {
  const files = findingOfFiles(outcomes);
  expect(files).toBe(finding);
  expect(deriveVerdict(after(reception, { kind: 'files', files }))).toBe(verdict);
});

test('EVIDENCE-1 of several copies the best counts, and files that arrive without the text wait for it', () => {
  const missing: Fact = { kind: 'files', files: 'missing' };
  const recoded: Fact = { kind: 'files', files: 'recoded' };
  expect(deriveVerdict(after(reception, missing, recoded))).toBe('confirmed');
  expect(deriveVerdict(after(reception, recoded, missing))).toBe('confirmed');
  expect(deriveVerdict(after(missing))).toBe('in transit');
});

test('EVIDENCE-1 pictures look the same up to a difference of 0.1, videos up to 5% of their length', () => {
  expect([0, 0.1, 0.11, null].map(looksTheSame)).toEqual([true, true, false, true]);
  expect([9_500, 10_500, 9_400, 10_600, null].map((length) => lastsAsLong(10_000, length))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});

test('EVIDENCE-1 the sentence names what was altered: the text, the files or both', () => {
  const media = [{ comparison: { outcome: 'identical' as const } }];
  const sentence = (comparison: 'intact' | 'altered', missingMedia: readonly unknown[]) =>
    describeOutcome({ verdict: 'altered', reception: { comparison, media, missingMedia } });
  expect(sentence('intact', ['a'])).toBe('The handset received the message, but 1 of 2 files is missing.');
  expect(sentence('altered', [])).toBe(
    'The handset received the message, but its text is not what was sent.',
  );
  expect(sentence('altered', ['a'])).toBe(
    'The handset received the message, but its text is not what was sent, and 1 of 2 files is missing.',
  );
});

const received: ArrivedMessage = {
  status: 'RECEIVED',
  evidence: 'handset',
  isMms: true,
  comparison: 'equivalent',
  sender: 'identical',
  files: 'recoded',
};

test.each<[string, Partial<ArrivedMessage>, 'yes' | 'no' | 'not reported' | null]>([
  ['received, looking the same', {}, 'yes'],
  ['received with another text', { comparison: 'truncated' }, 'no'],
  ['received from another sender', { sender: 'altered' }, 'no'],
  ['received without a file', { files: 'missing' }, 'no'],
  ['received, files not compared yet', { files: null }, 'not reported'],
  ['received, files not reported', { files: 'not told' }, 'not reported'],
  ['received, text not reported', { comparison: 'unknown' }, 'not reported'],
  ['received, sender not reported', { sender: null }, 'not reported'],
  ['an SMS', { isMms: false, files: null }, 'yes'],
  ['lost', { status: 'FAILED', comparison: null, sender: null, files: null }, null],
  [
    'delivered, by the receipt that its phone is judged by',
    { status: 'DELIVERED', evidence: 'receipt', comparison: null, sender: null, files: null },
    'not reported',
  ],
  [
    'delivered, by the receipt alone',
    { status: 'DELIVERED', comparison: null, sender: null, files: null },
    null,
  ],
  ['in transit', { status: 'SENT' }, null],
])('EVIDENCE-1 a message %s counts as it should in the unaltered rate', (_what, changes, answer) => {
  expect(arrivedUnaltered({ ...received, ...changes })).toBe(answer);
});

test('each finding has its own label and a sentence; those that alter the message are listed last', () => {
  expect(new Set(FILE_FINDINGS.map(fileFindingLabel)).size).toBe(FILE_FINDINGS.length);
  for (const sentence of FILE_FINDINGS.map(describeFileFinding)) expect(sentence).toMatch(/^[A-Z].+\.$/);
  expect(BEST_FIRST.filter(areFilesAltered)).toEqual(['other kind', 'damaged', 'missing']);
  expect(areFilesAltered(null)).toBe(false);
});

const reception: Fact = { kind: 'reception', at: 2_000, comparison: 'identical', sender: 'identical' };

function after(...facts: Fact[]) {
  const start = newLedgers({ expiresAt: 60_000, deadlineMs: 60_000, evidence: 'handset' });
  return [{ kind: 'accepted', at: 1_000 } as const, ...facts].reduce(applyFact, start);
}
