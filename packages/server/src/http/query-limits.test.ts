/** Every value of every query has a limit: a viewer must not be able to make one call arbitrarily expensive. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openTestServer } from '../testing/test-server.ts';

const { client } = await openTestServer();

const fields = Object.entries<Call>(calls).flatMap(([name, call]) =>
  call.query instanceof z.ZodObject
    ? Object.entries<z.ZodType>(call.query.shape).map(([field, schema]) => ({ name, call, field, schema }))
    : [],
);
const ELEVEN_WORDS = 'a b c d e f g h i j k';
const MANY = Array.from({ length: 2_000 }, (_, index) => index + 1).join();

/** The texts that are compared as a whole. */
const WHOLE = ['action', 'carrier', 'cursor', 'objectId', 'objectKind', 'signature'];
const searches = fields.filter(({ field }) => field === 'text');

test('CALL-20 a query searches by words only in its text', () => {
  const texts = fields.filter(({ schema }) => schema.safeParse(ELEVEN_WORDS).success);
  expect([...new Set(texts.map(({ field }) => field))].toSorted()).toEqual(WHOLE);
  expect(searches.map(({ name }) => name).toSorted()).toEqual([
    'apiTokens',
    'handsetKeys',
    'listAccounts',
    'listClients',
    'listOffices',
    'listPartners',
    'listPhones',
    'listTests',
    'searchDirectory',
  ]);
});

test.each(searches)(
  'OVERVIEW-2, DIR-1 $name refuses a text of more than ten words or 200 characters',
  async ({ call }) => {
    const kind = call === calls.searchDirectory ? { kind: 'office' } : {};
    const refused = async (text: string) => {
      const problem = await client.problem(call, { query: { ...kind, text } });
      return [problem.status, problem.code, problem.errors];
    };
    const issue = (code: string, message: string) => [
      400,
      'query.invalid',
      [{ field: 'text', code, message }],
    ];
    expect(await refused(ELEVEN_WORDS)).toEqual(issue('custom', 'Search for at most 10 words.'));
    expect(await refused('x'.repeat(201))).toEqual(issue('too_big', 'Must have at most 200 characters.'));
    const accepted = ['a b c d e f g h i j', 'oak '.repeat(50), 'a b c d e f g h i j abcdefghij k'];
    for (const text of accepted) await client.call(call, { query: { ...kind, text } });
  },
);

const reads = fields.filter(({ call }) => call.method === 'GET');

test.each(reads)(
  'CALL-20 $name refuses $field with 2,000 values or 10,000 characters',
  async ({ call, field }) => {
    const path = call.path.replaceAll(/:\w+/g, '1');
    for (const value of [MANY, 'x'.repeat(10_000)]) {
      const problem = await client.problem({ ...call, path }, { query: { [field]: value } });
      expect(problem).toMatchObject({ status: 400, code: 'query.invalid' });
      expect(problem.errors?.map((error) => error.field.split('.')[0])).toContain(field);
    }
  },
);
