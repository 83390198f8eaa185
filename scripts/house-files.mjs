/** Lists the hand-written source files of a package and says which of them are tests. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['dist', 'node_modules', 'generated', 'test-results', 'playwright-report']);

/**
 * @param {string} root the checkout
 * @param {string} folder a package's folder, relative to `root`
 * @returns {string[]} paths relative to `root`, with forward slashes
 */
export function sourceFiles(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourceFiles(root, file);
    return /\.(?:ts|tsx|mts|mjs)$/u.test(entry.name) ? [file] : [];
  });
}

/**
 * Whether a file is used by tests or tools only, and so may import devDependencies: tests, `testing/` folders, everything
 * outside a package's src, all of e2e.
 * @param {string} file relative to the checkout
 */
export function isTest(file) {
  return !/^packages\/[^/]+\/src\//u.test(file) || /\.test\.tsx?$/u.test(file) || file.includes('/testing/');
}
