/** Finds the files that differ from the last commit, and the tests that they affect. */
import { execFileSync } from 'node:child_process';

/** The package that a file belongs to. */
const PACKAGE = /^(?:packages\/[^/]+|[^/]+)(?=\/)/;

/** @returns {string[]} paths of changed, added and untracked files, relative to the checkout; without deleted files */
export function changedFiles(root) {
  const list = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...list('diff', 'HEAD', '--name-only', '--diff-filter=d'),
    ...list('ls-files', '--others', '--exclude-standard'),
  ];
}

/**
 * Arguments for Vitest: of the tests that import a changed file, all quick ones run, and those that start processes run
 * only in changed packages.
 * @param {readonly string[]} files
 * @returns {string[][]} one element per run
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
 * The browser specs to run: changed specs, and specs whose words all occur in the path of a changed file of the console, such
 * as `tests-list.spec.ts` for `message-tests/list/tests-table.tsx`.
 * @param {readonly string[]} files
 * @param {readonly string[]} specs file names in `e2e/`
 */
export function relatedSpecs(files, specs) {
  const consoleFiles = files.filter(
    (file) => file.startsWith('packages/web/src/') && !file.includes('.test.'),
  );
  return specs.filter((spec) => {
    const words = spec.replace('.spec.ts', '').split('-');
    return (
      files.includes(`e2e/${spec}`) ||
      consoleFiles.some((file) =>
        words.every((word) => file.slice('packages/web/src/'.length).includes(word)),
      )
    );
  });
}
