/** Imports are found in every form, and held to the rooms of their package. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkImports, importsOf } from './house-imports.mjs';

describe('importsOf', () => {
  it('finds every form of import, and no string that only looks like one', () => {
    const text = [
      "import a from 'a';",
      'import {',
      '  b,',
      "} from 'b';",
      "import 'c';",
      "export * from 'd';",
      "export type { E } from 'e';",
      "const f = await import('f');",
      "const no = Buffer.from('g');",
      "// import('h')",
      " * import x from 'i';",
      'it(\'reads from "j"\');',
    ].join('\n');
    expect(importsOf(text).map(({ specifier, line }) => `${specifier}:${line}`)).toEqual([
      'a:1',
      'b:4',
      'c:5',
      'd:6',
      'e:7',
      'f:8',
    ]);
  });
});

describe('rooms', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'textprobe rooms '));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const workspace = { name: 'den', folder: 'packages/den', dependencies: [], devDependencies: [] };
  const rooms = ['features/*', ['left', 'right'], 'base'];

  /** What is reported about a file of the package that imports another. */
  function reported(file: string, imported: string): string {
    const place = path.join(root, 'packages/den/src', file);
    mkdirSync(path.dirname(place), { recursive: true });
    const specifier = path.posix.relative(path.posix.dirname(file), imported);
    writeFileSync(place, `export { x } from './${specifier}';\n`);
    const found = checkImports(root, workspace, { entryPoints: {}, rooms });
    rmSync(place);
    return found.join('\n');
  }

  it.each([
    ['features/a/x.ts', 'features/a/y.ts'],
    ['features/a/x.ts', 'left/y.ts'],
    ['left/x.ts', 'left/y.ts'],
    ['left/x.ts', 'base/y.ts'],
    ['left/x.test.ts', 'right/y.ts'],
    ['testing/x.ts', 'features/a/y.ts'],
    ['x.ts', 'features/a/y.ts'],
  ])('%s may import %s', (file, imported) => {
    expect(reported(file, imported)).toBe('');
  });

  it.each([
    [
      'features/a/x.ts',
      'features/b/y.ts',
      'features/a may not import from features/b: they are side by side',
    ],
    ['left/x.ts', 'right/y.ts', 'left may not import from right: they are side by side'],
    ['left/x.ts', 'features/a/y.ts', 'left may not import from features/a: rooms import downwards only'],
    ['base/x.ts', 'right/y.ts', 'base may not import from right: rooms import downwards only'],
    ['attic/x.ts', 'base/y.ts', 'its folder is no room of den'],
  ])('%s may not import %s', (file, imported, said) => {
    expect(reported(file, imported)).toContain(said);
  });
});
