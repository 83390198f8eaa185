/** Imports are found in every form. */
import { describe, expect, it } from 'vitest';
import { importsOf } from './house-imports.mjs';

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
