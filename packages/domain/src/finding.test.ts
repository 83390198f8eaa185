import { expect, test } from 'vitest';
import { COMPARISONS, inShort, isAltered, readComparison } from './comparison-classes.ts';
import { describeFinding, FINDING_WORDS, FINDINGS, findingLabel, findingOf, isFound } from './finding.ts';
import { applyFact, type Fact, newLedgers } from './message-lifecycle.ts';

const after = (...facts: Fact[]) =>
  facts.reduce(applyFact, newLedgers({ expiresAt: 60_000, deadlineMs: 60_000, evidence: 'handset' }));
const accepted: Fact = { kind: 'accepted', at: 1_000 };

test('each comparison is a finding, and there is none before something arrives', () => {
  expect(findingOf(after(accepted))).toBeNull();
  const found = COMPARISONS.map((comparison) =>
    findingOf(after(accepted, { kind: 'reception', at: 2_000, comparison })),
  );
  expect(new Set(found)).toEqual(
    new Set(FINDINGS.filter((one) => one !== 'handset offline' && one !== 'not sent')),
  );
});

test('an offline handset is a finding until it confirms after all', () => {
  const offline: Fact = { kind: 'deadline', handsetOffline: true };
  expect(findingOf(after(accepted, offline))).toBe('handset offline');
  expect(findingOf(after(accepted, { kind: 'deadline' }))).toBeNull();
  const late: Fact = { kind: 'reception', at: 90_000, comparison: 'identical' };
  expect(findingOf(after(accepted, offline, late))).toBe('identical');
});

test('GUARD-8 an unsent message is a finding until it arrives after all', () => {
  const expired: Fact = { kind: 'deadline' };
  expect(findingOf(after(expired))).toBe('not sent');
  const late: Fact = { kind: 'reception', at: 90_000, comparison: 'identical' };
  expect(findingOf(after(expired, late))).toBe('identical');
  expect(findingOf(after(expired, accepted))).toBeNull();
});

test('a changed sender is found whatever the finding', () => {
  const found = { finding: 'truncated', senderChanged: true } as const;
  expect(FINDING_WORDS.filter((word) => isFound(word, found))).toEqual(['truncated', 'sender changed']);
});

test('a stored comparison is read as written, and an unknown one as null', () => {
  expect(['identical', 'truncated', 'nonsense', null].map(readComparison)).toEqual([
    'identical',
    'truncated',
    null,
    null,
  ]);
});

test('in short, what looks the same is intact and every other difference altered', () => {
  expect(Object.fromEntries(COMPARISONS.map((one) => [one, inShort(one)]))).toEqual({
    unknown: 'unknown',
    altered: 'altered',
    'joined wrongly': 'altered',
    truncated: 'altered',
    'part missing': 'altered',
    'link rewritten': 'altered',
    masked: 'altered',
    're-encoded': 'altered',
    escaped: 'altered',
    'text added': 'altered',
    cosmetic: 'intact',
    equivalent: 'intact',
    identical: 'intact',
  });
  expect(isAltered(null)).toBe(false);
});

test('every finding has its own label and sentence', () => {
  expect(new Set(FINDING_WORDS.map(findingLabel)).size).toBe(FINDING_WORDS.length);
  for (const sentence of FINDING_WORDS.map(describeFinding)) expect(sentence).toMatch(/^[A-Z].+\.$/);
});
