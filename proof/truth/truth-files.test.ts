/** The judge on the files of an MMS: for each fate, what it accepts, and the lies that it must notice. */
import type { TruthEvent } from '@textprobe/carrier-lab/truth-event';
import { expect, test } from 'vitest';
import { answered, faultsOf, offered, posted, reached, SILENT, TEXT } from './judged-message.ts';
import type { Report } from './report.ts';

const REPORTS = {
  identical: { fates: ['unchanged', 'unchanged'], outcomes: ['identical', 'identical'] },
  recoded: { fates: ['converted', 'unchanged'], outcomes: ['identical', 'transcoded'] },
  damaged: { fates: ['unchanged', 'cut'], outcomes: ['damaged', 'identical'] },
  'other kind': { fates: ['unchanged', 'replaced'], outcomes: ['identical', 'other kind'] },
  missing: { fates: ['unchanged', 'missing'], outcomes: ['identical', 'missing'] },
  'not told': { fates: null, outcomes: null },
} as const;
const FINDINGS = Object.keys(REPORTS) as (keyof typeof REPORTS)[];
const verdictOf = (finding: string | null) =>
  ['damaged', 'other kind', 'missing'].includes(finding ?? '') ? 'altered' : 'confirmed';
/** What is rightly reported, as changed by `lie`. */
const reportOf = (finding: keyof typeof REPORTS, lie: Partial<Report> = {}): Partial<Report> => ({
  files: 2,
  fileFinding: finding,
  fileOutcomes: [REPORTS[finding].outcomes],
  verdict: verdictOf(finding),
  ...lie,
});
const copy = (files: readonly string[] | null, at = 1_500) => posted(200, { files, at });
const arrived = (...copies: TruthEvent[]) => [offered({ files: 2 }), answered, reached(), ...copies];

test.each(FINDINGS)('EVIDENCE-1 files that arrived %s may be reported as nothing else', (finding) => {
  const events = arrived(copy(REPORTS[finding].fates));
  expect(faultsOf(reportOf(finding), ...events)).toEqual([]);
  for (const lie of [...FINDINGS, null].filter((one) => one !== finding)) {
    const told = reportOf(finding, { fileFinding: lie, verdict: verdictOf(lie) });
    expect(faultsOf(told, ...events)).toContain(`its files arrived ${finding}, but are reported as ${lie}`);
  }
});

test.each(FINDINGS)('EVIDENCE-1 files that arrived %s decide the verdict and its explanation', (finding) => {
  const events = arrived(copy(REPORTS[finding].fates));
  const wrong = verdictOf(finding) === 'altered' ? 'confirmed' : 'altered';
  expect(faultsOf(reportOf(finding, { verdict: wrong }), ...events)).toEqual([
    `is reported as RECEIVED (${wrong}), but should be RECEIVED (${verdictOf(finding)})`,
  ]);
  expect(faultsOf(reportOf(finding, { explained: wrong }), ...events)).toHaveLength(1);
});

test('EVIDENCE-1 files are listed one by one: a file too many or with another outcome is a fault', () => {
  const events = arrived(copy(['unchanged', 'missing']));
  for (const outcomes of [['missing'], ['missing', 'missing'], ['identical', 'missing', 'unexpected'], null])
    expect(faultsOf(reportOf('missing', { fileOutcomes: [outcomes] }), ...events)).toHaveLength(1);
  const added = reportOf('other kind', { fileOutcomes: [['identical', 'identical', 'unexpected']] });
  expect(faultsOf(added, ...arrived(copy(['unchanged', 'unchanged', 'added'])))).toEqual([]);
});

test('EVIDENCE-1 files are judged by the worst file of a copy, and by the best copy of several', () => {
  const worst = reportOf('missing', { fileOutcomes: [['damaged', 'missing']] });
  expect(faultsOf(worst, ...arrived(copy(['cut', 'missing'])))).toEqual([]);
  const both = arrived(copy(['missing', 'missing']), copy(['unchanged', 'unchanged'], 1_900));
  const fileOutcomes = [
    ['missing', 'missing'],
    ['identical', 'identical'],
  ];
  expect(faultsOf(reportOf('identical', { fileOutcomes }), ...both)).toEqual([]);
  expect(faultsOf(reportOf('missing', { fileOutcomes }), ...both)).not.toEqual([]);
  expect(faultsOf(reportOf('identical'), ...both)).toHaveLength(1);
});

test('EVIDENCE-1 files do not make up for an altered text', () => {
  const text = `(1/1) ${TEXT}`;
  const events = [
    offered({ files: 2 }),
    answered,
    reached(text, { alteration: 'page-mark' }),
    posted(200, { text, files: ['unchanged', 'unchanged'] }),
  ];
  const report = reportOf('identical', { comparison: 'text added' });
  expect(faultsOf({ ...report, verdict: 'altered' }, ...events)).toEqual([]);
  expect(faultsOf(report, ...events)).toHaveLength(1);
});

test('EVIDENCE-1 files of another handset or of an SMS are no evidence, and none may be left behind', () => {
  const stray = arrived(posted(404, { phone: '+1999', files: ['unchanged', 'unchanged'] }));
  const lost = { status: 'FAILED', verdict: 'lost', ...SILENT, files: 2 };
  expect(faultsOf(lost, ...stray)).toEqual([]);
  expect(faultsOf({ ...lost, fileFinding: 'identical' }, ...stray)).toHaveLength(1);
  expect(faultsOf({ fileFinding: 'not told' }, offered(), answered, reached(), posted())).toHaveLength(1);
  const events = arrived(copy(['unchanged', 'unchanged']));
  expect(faultsOf(reportOf('identical', { files: 1 }), ...events)).toEqual(['was sent with 2 files, not 1']);
});
