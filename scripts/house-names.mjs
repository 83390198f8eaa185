/** Checks file names and header comments. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTest, sourceFiles } from './house-files.mjs';

/** Vague names, which collect unrelated code. Barrels hide where code is and cause import cycles. */
const VAGUE_NAMES = new Set([
  'index',
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'types',
  'misc',
  'lib',
]);

/**
 * @param {string} root the checkout
 * @param {import('./house.mjs').Workspace} workspace
 * @returns {string[]} one sentence per violation
 */
export function checkFileNames(root, workspace) {
  return sourceFiles(root, workspace.folder).flatMap((file) => {
    const faults = [];
    const words = file
      .slice(workspace.folder.length + 1)
      .replace(/\.[^/]+$/u, '')
      .split('/');
    const vague = words.find((word) => VAGUE_NAMES.has(word));
    if (vague !== undefined)
      faults.push(`${file}: '${vague}' is too vague; name the file after its feature.`);
    if (!isTest(file) && !/^(?:#!.*\n)?\/\*\*/u.test(readFileSync(path.join(root, file), 'utf8'))) {
      faults.push(`${file}:1: a file begins with /** and a sentence or two on its purpose.`);
    }
    return faults;
  });
}
