/**
 * Checks imports between our packages and rooms: only declared packages, and only through their entry points. Knip checks the
 * npm packages. Imports are matched by a regular expression, which is enough for formatted code and needs no parser.
 */

import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { isTest, sourceFiles } from './house-files.mjs';

/**
 * `import … from 'x'`, `export … from 'x'`, the last line of one that spans several, `import 'x'`, and `import('x')`
 * outside comments.
 */
const IMPORT =
  /^(?:(?:import|export|\}).*?\sfrom\s+|import\s+|(?!\s*(?:\*|\/[/*])).*?\bimport\s*\(\s*)(?<quote>['"])(?<specifier>[^'"]+)\k<quote>/gmu;

/**
 * @param {string} root the checkout
 * @param {import('./house.mjs').Workspace} workspace
 * @param {{ entryPoints: Record<string, string[]>, rooms: (string | string[])[] }} within `entryPoints`: the only files of
 *   another package that this one may import; `rooms`: from the top, each may import those below it; the rooms of a list,
 *   and the folders of `name/*`, are side by side
 * @returns {string[]} one sentence per violation
 */
export function checkImports(root, workspace, { entryPoints, rooms }) {
  return sourceFiles(root, workspace.folder).flatMap((file) => {
    const test = isTest(file);
    const declared = [
      ...workspace.dependencies,
      ...(test ? workspace.devDependencies : []),
      // An example imports its own package by name, like its users.
      ...(file.startsWith(`${workspace.folder}/examples/`) ? [`@textprobe/${workspace.name}`] : []),
    ];
    const isInFolder = file.slice(`${workspace.folder}/src/`.length).includes('/');
    if (!test && rooms.length > 0 && isInFolder && roomOf(file, workspace.folder, rooms) === undefined)
      return [`${file}: its folder is no room of ${workspace.name} (ROOMS in scripts/house.mjs).`];
    return importsOf(readFileSync(path.join(root, file), 'utf8')).flatMap(({ specifier, line }) => {
      const fault = specifier.startsWith('.')
        ? faultOfRelative(file, specifier, workspace, test ? [] : rooms)
        : faultOfPackage(specifier, declared, workspace, test ? {} : entryPoints);
      return fault === undefined ? [] : [`${file}:${line}: ${fault}`];
    });
  });
}

/** All import specifiers in a text, with their line numbers. */
export function importsOf(text) {
  return [...text.matchAll(IMPORT)].map((match) => ({
    specifier: match.groups.specifier,
    line: text.slice(0, match.index + match[0].length).split('\n').length,
  }));
}

function faultOfRelative(file, specifier, { folder }, rooms) {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (!target.startsWith(`${folder}/`))
    return `'${specifier}' leaves the package; import another package by its name.`;
  const [from, to] = [file, target].map((place) => roomOf(place, folder, rooms));
  if (from === undefined || to === undefined || to.layer > from.layer || to.name === from.name)
    return undefined;
  const why = to.layer === from.layer ? 'they are side by side' : 'rooms import downwards only';
  return `${from.name} may not import from ${to.name}: ${why} (ROOMS in scripts/house.mjs).`;
}

/** The room of a file, and its layer counted from the top; undefined for files outside of all rooms. */
function roomOf(file, folder, rooms) {
  const [top, within] = file.slice(`${folder}/src/`.length).split('/');
  const names = [top, `${top}/*`];
  const layer = rooms.findIndex((room) => [room].flat().some((name) => names.includes(name)));
  if (layer === -1) return undefined;
  return { layer, name: [rooms[layer]].flat().includes(top) ? top : `${top}/${within}` };
}

function faultOfPackage(specifier, declared, { name, folder }, entryPoints) {
  if (specifier.startsWith('node:')) return undefined;
  if (isBuiltin(specifier)) return `write 'node:${specifier}' for Node's own modules.`;
  const parts = specifier.split('/');
  const wanted = parts.slice(0, 2).join('/');
  if (!wanted.startsWith('@textprobe/')) return undefined;
  if (!declared.includes(wanted)) return `'${wanted}' is not declared in ${folder}/package.json.`;
  const other = wanted.slice('@textprobe/'.length);
  const open = entryPoints[other];
  const inside = parts.slice(2).join('/');
  if (open === undefined || open.includes(inside)) return undefined;
  return `${name} may import only ${open.join(' and ')} from ${other}, not '${inside}'.`;
}
