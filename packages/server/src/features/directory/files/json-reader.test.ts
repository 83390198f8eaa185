import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonNode, readJson as readUpTo } from './json-reader.ts';

const readJson = (text: string) => readUpTo(text, Infinity);

function toValue(node: JsonNode): unknown {
  if (node.kind === 'plain') return node.value;
  if (node.kind === 'list') return node.items.map(toValue);
  return Object.fromEntries([...node.fields].map(([name, field]) => [name, toValue(field)]));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('readJson', () => {
  it('accepts what JSON.parse accepts, with the same value', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const reading = readJson(text);
        expect(reading.ok && toValue(reading.root)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', ']', '{', '"', '\\', '0', '.', '-', ' ', 'x', '\n', '\u0001'),
      )
      .map(
        ([json, at, mark]) =>
          json.slice(0, at % (json.length + 1)) + mark + json.slice((at % (json.length + 1)) + 1),
      );
    fc.assert(
      fc.property(damaged, (text) => {
        expect(readJson(text).ok).toBe(isJson(text));
      }),
      { numRuns: soakTimes(2_000) },
    );
  });

  it.each([
    ['', 1, 1, 'a value'],
    ['{\n  "a": 1,\n}', 3, 1, 'a name in double quotes'],
    ['[1,\n 2\n 3]', 3, 2, 'a comma or the closing bracket'],
    ["{'a': 1}", 1, 2, 'a value or a name in double quotes'],
    ['{"a" 1}', 1, 6, "':'"],
    ['["a\nb"]', 1, 2, 'a string that ends with a double quote on its line'],
    ['["\\x"]', 1, 2, 'a string without line breaks or unknown escapes'],
    ['["a]', 1, 2, 'a string that ends with a double quote on its line'],
    ['{} {}', 1, 4, 'the end of the file'],
    ['[\r\n  nul\r\n]', 2, 3, 'a value or a name in double quotes'],
  ])('reports where %j is invalid: line %i, column %i', (text, line, column, expected) => {
    expect(readJson(text)).toEqual({ ok: false, line, column, expected });
  });

  it('knows the line of every value', () => {
    const reading = readJson('{\n  "a": [\n    1,\n    { "b":\n      2 }\n  ]\n}');
    if (!reading.ok || reading.root.kind !== 'object') throw new Error('not read');
    const list = reading.root.fields.get('a');
    expect(list).toMatchObject({ line: 2, items: [{ line: 3 }, { line: 4 }] });
  });

  it('stops at the limit of values, and reports an earlier fault first', () => {
    expect(readUpTo('[1, [2, {"a": 3}]]', 6)).toMatchObject({ ok: true });
    expect(readUpTo('[1,\n[2, {"a": 3}]]', 5)).toEqual({ ok: false, line: 2, column: 11, expected: null });
    expect(readUpTo('[1, x, 2]', 2)).toMatchObject({ ok: false, column: 5, expected: expect.any(String) });
  });

  it('survives deep nesting', () => {
    expect(readJson('['.repeat(1_000_000))).toMatchObject({ ok: false, expected: 'less nesting' });
  });
});
