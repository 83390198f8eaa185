import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closingLines, countPlaywright, countVitest, nameOf } from './test-counts.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'textprobe counts '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const failure = (title: string) => ({ file: 'a.test.ts', title, message: 'expected 1 to be 2' });
const RAN = { passed: 3, skipped: 2, failures: [], secondTry: [] };

describe('the counts of a test run', () => {
  it('come from the report, with the name and message of each failure', () => {
    expect(countVitest(report(RAN), 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 2,
      failures: [],
      secondTry: [],
    });
    const counts = countVitest(report({ ...RAN, failures: [failure('one'), failure('two')] }), 1);
    expect(counts).toMatchObject({ passed: 3, failed: 2, failures: [failure('one'), failure('two')] });
    expect(counts.failures.map(nameOf)).toEqual(['a.test.ts › one', 'a.test.ts › two']);
  });

  it('include a failure for a run that failed without a failed test', () => {
    const crash = { file: '', title: 'the test runner', message: 'It exited with SIGKILL.' };
    expect(countVitest(report(RAN), 1)).toMatchObject({ passed: 3, failed: 1 });
    expect(countVitest(report(RAN), 'SIGKILL')).toMatchObject({ failed: 1, failures: [crash] });
    expect(nameOf(crash)).toBe('the test runner');
  });

  it.each([
    ['missing', null],
    ['broken', '{'],
  ])('have a failure if the report is %s', (_what, content) => {
    const file = content === null ? path.join(folder, 'none.json') : report(content);
    expect(countVitest(file, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('never come from an earlier run: a report is read once', () => {
    const file = report(RAN);
    countVitest(file, 0);
    expect(countVitest(file, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('list a browser test that passed on retry, counted as passed, and one that failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
    const spec = (line: number, status: string) => ({
      title: `test of line ${line}`,
      file: 'a.spec.ts',
      line,
      tests: [{ status, results: [{ error: { message: '\u001b[31mnot visible\u001b[39m' } }, {}] }],
    });
    const suites = [
      {
        specs: [spec(3, 'expected'), spec(7, 'flaky'), spec(9, 'unexpected')],
        suites: [{ specs: [spec(20, 'flaky')] }],
      },
    ];
    const counts = countPlaywright(report({ stats, errors: [], suites }), 1);
    expect(counts).toMatchObject({ passed: 7, failed: 1, skipped: 1 });
    expect(counts.secondTry.map(nameOf)).toEqual([
      'a.spec.ts:7 › test of line 7',
      'a.spec.ts:20 › test of line 20',
    ]);
    expect(counts.failures).toEqual([
      { file: 'a.spec.ts:9', title: 'test of line 9', message: 'not visible' },
    ]);
    expect(countPlaywright(report({ stats, errors: [{}] }), 1)).toMatchObject({ failed: 2, secondTry: [] });
  });

  it('end with the number of retried tests, followed by the line that CI reads', () => {
    const counts = { passed: 11, failed: 0, skipped: 0, failures: [], secondTry: [failure('one')] };
    expect(closingLines(counts)).toBe('1 retried\n11 passed, 0 failed');
    const skipped = { ...counts, failed: 2, skipped: 3, secondTry: [] };
    expect(closingLines(skipped)).toBe('3 skipped\n0 retried\n11 passed, 2 failed');
  });

  it('name the runner if the browser tests left no report', () => {
    const none = path.join(folder, 'no-such.json');
    expect(countPlaywright(none, 1)).toMatchObject({ passed: 0, failed: 1, secondTry: [] });
  });
});
