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
 * @param {{ entryPoints: Record<string, string[]>, rooms: string[] }} within `entryPoints`: the only files of another
 *   package that this one may import; `rooms`: from the top, each may import those below it; each folder of `name/*` is a
 *   separate room
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
  const partsOf = (place) => place.slice(`${folder}/src/`.length).split('/');
  const roomOf = ([top]) => rooms.findIndex((room) => room === top || room === `${top}/*`);
  const [[, own], [, other]] = [partsOf(file), partsOf(target)];
  const [from, to] = [roomOf(partsOf(file)), roomOf(partsOf(target))];
  if (from === -1 || to === -1 || to > from) return undefined;
  if (to === from) {
    const isOneRoom = !rooms[from].endsWith('/*') || own === other;
    return isOneRoom
      ? undefined
      : `${own} may not import from ${other}: they are side by side (${rooms[from]}).`;
  }
  return `${rooms[from]} may not import from ${rooms[to]}: rooms import downwards only (${rooms.join(', ')}).`;
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
