/** Values for the fuzzer: values that match a schema, values that tend to break programs, and mixtures of both. */
import fc from 'fast-check';
import type { ApiDocument } from '../openapi/document.ts';
import { resolve, type Schema } from './fuzz-document.ts';

/** Strings that have broken programs before. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202etxet',
  '👩‍👩‍👧‍👦'.repeat(50),
  'x'.repeat(30_000),
  "'; drop table tests; --",
  '{first_name}{{}}',
  '../../../../etc/passwd',
  '%00%ff',
  '-1',
  '1e9',
  '0x10',
  'NaN',
  'null',
  'true',
  '[object Object]',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '2026-11-01 01:30:00.000',
  '2026-03-08 02:30:00.000',
  '+275760-09-13T00:00:00.001Z',
  'https://127.0.0.1:1/x.png',
  'http://localhost/x',
  '/api/media/00000000000000000000000000000000',
];
const NASTY_NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 1e21];

export const nastyText = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom(...NASTY_NUMBERS, null, true, false),
  fc.constantFrom<unknown>([], {}, [[]], [null], { toString: 1, valueOf: null }),
  fc
    .constantFrom('__proto__', 'constructor', 'hasOwnProperty')
    .map((key) => JSON.parse(`{"${key}":{"a":1}}`)),
  fc.constantFrom<unknown>(1, 0, null, 'x', []).map((one) => Array.from({ length: 10_000 }, () => one)),
  fc.constant(null).map(() => Array.from({ length: 10_001 }, (_, index) => index + 1)),
  fc.constantFrom(50, 2_000).map(nested),
);

/** Values that match a schema; ids are small, so that many of them exist. */
export function fitting(document: ApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fitting(document, resolve<Schema>(document, schema.$ref));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => fitting(document, one)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return fittingText(schema);
    case 'integer':
      return fc.oneof(
        {
          weight: 6,
          arbitrary: fc.integer({
            min: Math.max(1, schema.minimum ?? 1),
            max: Math.min(5, schema.maximum ?? 5),
          }),
        },
        fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 31 - 1 }),
      );
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(document, schema.items ?? {}), {
        maxLength: Math.min(4, schema.maxItems ?? 4),
      });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, one]) => [key, fitting(document, one)]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function fittingText({ pattern, format, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  if (format === 'date') {
    return fc
      .date({ min: new Date(0), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
  }
  return fc.string({ unit: 'grapheme', maxLength: Math.min(60, maxLength) });
}

/** The same value with a part replaced by a nasty one, removed or added. */
export function spoiled(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, nastyValue, fc.nat(), fc.constantFrom('replace', 'leave out', 'add'))
    .map(([value, nasty, pick, how]) => {
      const copy = structuredClone(value);
      const places = placesOf(copy);
      const place = places[pick % places.length];
      if (place === undefined) return nasty;
      const { holder, key } = place;
      if (how === 'replace') holder[key] = nasty;
      else if (how === 'add') holder[`${key}X`] = nasty;
      else Reflect.deleteProperty(holder, key);
      return copy;
    });
}

function placesOf(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])]);
}
