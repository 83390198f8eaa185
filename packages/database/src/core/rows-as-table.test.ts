/** PostgreSQL receives exactly the values that were passed, for every column kind. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { type ArrayItem, arrayParameter, type ColumnKind } from './rows-as-table.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

/** The items as PostgreSQL itself writes them. */
async function readBack(kind: ColumnKind, items: readonly ArrayItem[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ item: string | null }>`
    select item::text as item from unnest(${arrayParameter(kind, items)}) with ordinality as r(item, nth) order by nth`.execute(
    database.db,
  );
  return rows.map(({ item }) => item);
}

const withNulls = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(fc.option(arbitrary), { maxLength: 50 });
const spelled = (items: readonly ArrayItem[]) => items.map((item) => (item === null ? null : String(item)));

test.each([
  ['int2', fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })],
  ['int4', fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })],
  ['int8', fc.maxSafeInteger()],
  ['bool', fc.boolean()],
  ['text', fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''))],
] as const)('%s arrives unchanged, including nulls', async (kind, arbitrary) => {
  await fc.assert(
    fc.asyncProperty(withNulls<number | boolean | string>(arbitrary), async (items) => {
      expect(await readBack(kind, items)).toEqual(spelled(items));
    }),
    { numRuns: 50 },
  );
});

test('text that looks like array syntax arrives unchanged', async () => {
  const items = ['', 'NULL', null, '{}', '"', '\\', 'a,b', ' x ', '\\"', 'ü€😀'];
  expect(await readBack('text', items)).toEqual(items);
});

test('an instant from 4300 BC to the year 287000 arrives to the millisecond, and infinity arrives too', async () => {
  const instants = fc.integer({ min: -2e14, max: 9e15 - 1 });
  await fc.assert(
    fc.asyncProperty(withNulls(instants), async (items) => {
      const { rows } = await sql<{ ms: number | null }>`
        select (extract(epoch from item) * 1000)::int8 as ms
        from unnest(${arrayParameter('instant', items)}) with ordinality as r(item, nth) order by nth`.execute(
        database.db,
      );
      expect(rows.map(({ ms }) => ms)).toEqual(items);
    }),
    { numRuns: 50 },
  );
  expect(await readBack('instant', [Infinity, null, -Infinity])).toEqual(['infinity', null, '-infinity']);
});

test.each([
  ['int2', 2 ** 15],
  ['int4', 2 ** 31],
  ['int4', 0.5],
  ['int8', 2 ** 53],
  ['int8', Number.NaN],
  ['instant', Number.NaN],
] as const)('%s refuses %d instead of storing another number', (kind, item) => {
  expect(() => arrayParameter(kind, [item])).toThrow(RangeError);
});
