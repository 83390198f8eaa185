/** Which files differ from the last commit, and which tests are theirs. */
import { execFileSync } from 'node:child_process';

/** The package that a file belongs to. */
const PACKAGE = /^(?:packages\/[^/]+|[^/]+)(?=\/)/;

/** @returns {string[]} paths below the checkout that were changed, added or are not tracked; deleted ones are not among them */
export function changedFiles(root) {
  const list = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...list('diff', 'HEAD', '--name-only', '--diff-filter=d'),
    ...list('ls-files', '--others', '--exclude-standard'),
  ];
}

/**
 * Arguments for Vitest: of the tests that import a changed file all quick ones, and of those that start processes the ones of
 * the changed packages.
 * @param {readonly string[]} files
 * @returns {string[][]} a run each
 */
export function changedRuns(files) {
  const packages = new Set(files.flatMap((file) => PACKAGE.exec(file) ?? []));
  const runs = [['--project', 'quick']];
  if (packages.size > 0) {
    runs.push(['--project', 'heavy', '--project', 'alone', '--project', 'interop', ...packages]);
  }
  return runs.map((run) => ['--changed', '--passWithNoTests', ...run]);
}

/**
 * The browser specs that are named after changed files: those that changed themselves, and those whose every word the path of
 * a changed file of the console contains: `tests-list.spec.ts` for `tests/list/list-row.tsx`.
 * @param {readonly string[]} files
 * @param {readonly string[]} specs names in `e2e/`
 */
export function relatedSpecs(files, specs) {
  const ofConsole = files.filter((file) => file.startsWith('packages/web/src/') && !file.includes('.test.'));
  return specs.filter((spec) => {
    const words = spec.replace('.spec.ts', '').split('-');
    return (
      files.includes(`e2e/${spec}`) ||
      ofConsole.some((file) => words.every((word) => file.slice('packages/web/src/'.length).includes(word)))
    );
  });
}
