import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-counts.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'textprobe counts '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function vitestReport(testResults: unknown[], { passed = 3, failed = 0 } = {}): string {
  return report({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults,
  });
}

const passedFile = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const failedFile = { status: 'failed', assertionResults: [{ status: 'failed' }] };
const brokenFile = { status: 'failed', assertionResults: [] };

describe('the counts of a test run', () => {
  it('are those of the report', () => {
    expect(countVitest(vitestReport([passedFile]), 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
    expect(countVitest(vitestReport([failedFile], { failed: 2 }), 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
    });
  });

  it('have a failure for a file that could not be loaded', () => {
    expect(countVitest(vitestReport([passedFile, brokenFile]), 1)).toMatchObject({ failed: 1 });
  });

  it('have a failure for a run that ended badly although no test failed', () => {
    expect(countVitest(vitestReport([passedFile]), 1)).toMatchObject({ passed: 3, failed: 1 });
    expect(countVitest(vitestReport([passedFile]), 'SIGKILL')).toMatchObject({ failed: 1 });
  });

  it.each([
    ['none', null],
    ['a broken one', '{'],
  ])('have a failure where the report is %s', (_what, content) => {
    const file = content === null ? path.join(folder, 'none.json') : report(content);
    expect(countVitest(file, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('are never those of an earlier run: a report is read once', () => {
    const file = vitestReport([passedFile]);
    countVitest(file, 0);
    expect(countVitest(file, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('name a browser test that passed only at the second try, among those that passed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
    const spec = (line: number, status: string) => ({
      title: `test of line ${line}`,
      file: 'a.spec.ts',
      line,
      tests: [{ status }],
    });
    const suites = [
      {
        specs: [spec(3, 'expected'), spec(7, 'flaky'), spec(9, 'unexpected')],
        suites: [{ specs: [spec(20, 'flaky')] }],
      },
    ];
    expect(countPlaywright(report({ stats, errors: [], suites }), 1)).toEqual({
      passed: 7,
      failed: 1,
      skipped: 1,
      secondTry: ['a.spec.ts:7 › test of line 7', 'a.spec.ts:20 › test of line 20'],
    });
    expect(countPlaywright(report({ stats, errors: [{}] }), 1)).toMatchObject({ failed: 2, secondTry: [] });
  });

  it('name nothing where the browser tests left no report', () => {
    const none = path.join(folder, 'no-such.json');
    expect(countPlaywright(none, 1)).toEqual({ passed: 0, failed: 1, skipped: 0, secondTry: [] });
  });
});
