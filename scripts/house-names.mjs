/** Checks what files are called, and that each opens by saying what it is for. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isTest, sourceFiles } from './house-files.mjs';

/** Names that say nothing, and so attract everything. A barrel hides where things are and makes circles. */
const NAMES_THAT_SAY_NOTHING = new Set([
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
 * @returns {string[]} one sentence for each breach
 */
export function checkFileNames(root, workspace) {
  return sourceFiles(root, workspace.folder).flatMap((file) => {
    const faults = [];
    const words = file
      .slice(workspace.folder.length + 1)
      .replace(/\.[^/]+$/u, '')
      .split('/');
    const empty = words.find((word) => NAMES_THAT_SAY_NOTHING.has(word));
    if (empty !== undefined)
      faults.push(`${file}: '${empty}' says nothing; name it after the feature it serves.`);
    if (!isTest(file) && !/^(?:#!.*\n)?\/\*\*/u.test(readFileSync(path.join(root, file), 'utf8'))) {
      faults.push(`${file}:1: a file opens with /** and a sentence or two on what it is for.`);
    }
    return faults;
  });
}
