import type { Verdict } from '@textprobe/domain/verdict';
import { expect, test } from 'vitest';
import { presentAttention } from './attention.ts';
import type { TestReportLog } from './report-data.ts';
import { confirmedLog } from './testing/sample-reports.ts';

/** Newest first, as reports list them. */
const logsOf = (...verdicts: Verdict[]) =>
  verdicts.map((verdict, index) => confirmedLog({ testLogID: 100 - index, verdict }));
const wordsOf = (changes: Partial<TestReportLog>) => presentAttention([confirmedLog(changes)]).rows[0]?.words;

const SILENT = { reception: null, receipt: { state: 'none', at: null, error: null } } as const;

test('only failed and doubtful messages need attention: worst first, then newest', () => {
  const { rows, more } = presentAttention(
    logsOf(
      ...(['late', 'confirmed', 'altered', 'rejected', 'unknown', 'receipt only', 'in transit'] as const),
      ...(['lost', 'waiting', 'undelivered', 'carrier confirmed', 'rejected', 'handset offline'] as const),
      ...(['not sent', 'late'] as const),
    ),
  );
  expect(rows.map(({ log, verdict }) => `${log} ${verdict.label}`)).toEqual([
    '87 not sent',
    '97 rejected',
    '89 rejected',
    '93 lost',
    '91 undelivered',
    '95 receipt only',
    '98 altered',
    '100 late',
    '86 late',
  ]);
  expect(new Set(rows.map(({ verdict }) => verdict.tone))).toEqual(new Set(['failed', 'doubtful']));
  expect(more).toBeNull();
  expect(presentAttention(logsOf('confirmed', 'waiting'))).toEqual({ rows: [], more: null });
});

test('beyond twelve the rest is only counted', () => {
  const { rows, more } = presentAttention(logsOf(...Array.from({ length: 1_300 }, () => 'lost' as const)));
  expect([rows.length, rows[0]?.log, more]).toEqual([12, 100, '1,288']);
});

test('a failed message shows the carrier’s error, the receipt’s first, or what both sides say', () => {
  const submission = { outcome: 'rejected', at: null, error: 'Invalid destination address (11)' } as const;
  expect(wordsOf({ ...SILENT, verdict: 'rejected', submission })).toBe('Invalid destination address (11)');
  const receipt = { state: 'failed', at: null, error: 'error 30003: Unreachable' } as const;
  expect(wordsOf({ ...SILENT, verdict: 'undelivered', submission, receipt })).toBe(receipt.error);
  expect(wordsOf({ ...SILENT, verdict: 'lost' })).toBe('Carrier: no receipt. Handset: no report.');
  const delivered = { state: 'delivered', at: null, error: 'err:000' } as const;
  expect(wordsOf({ ...SILENT, verdict: 'receipt only', receipt: delivered })).toBe(
    'Carrier: delivered. Handset: no report.',
  );
});

test('a message that arrived says how its text or files changed, or how late it was', () => {
  const { reception } = confirmedLog();
  if (reception === null) throw new Error('nothing was received');
  const altered = { verdict: 'altered', sentText: 'Café #A0000000001' } as const;
  const text = { ...reception, comparison: 'altered', text: 'Cafe #A0000000001' } as const;
  const files = { media: [], missingMedia: [1] };
  expect(wordsOf({ ...altered, reception: text })).toBe('Re-encoded: accents lost: é→e.');
  expect(wordsOf({ ...altered, reception: { ...reception, ...files }, fileFinding: 'missing' })).toBe(
    '1 file missing.',
  );
  expect(wordsOf({ ...altered, reception: { ...text, ...files }, fileFinding: 'missing' })).toBe(
    'Re-encoded: accents lost: é→e. 1 file missing.',
  );
  expect(wordsOf({ verdict: 'late', seconds: 1_000 })).toBe('Received after 1,000.0 s.');
});

test('long names and errors are shortened: a row has at most two lines', () => {
  const long = 'Acorn North Dental Surgery of the Greater Oak Street Area';
  const [row] = presentAttention([
    confirmedLog({
      ...SILENT,
      verdict: 'lost',
      office: long,
      phone: long,
      submission: { outcome: 'unknown', at: null, error: long.repeat(2) },
    }),
  ]).rows;
  expect(row?.route).toBe('Acorn North Dental Surgery of … → Acorn North Dental Surgery of …, +12025550201');
  expect(row?.words).toHaveLength(81);
});
