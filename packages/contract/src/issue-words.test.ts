/** Validation messages: each says what is expected. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { explainIssue } from './issue-words.ts';
import { createTestBodySchema, listTestsQuerySchema } from './tests.ts';

function words(schema: z.ZodType, value: unknown): Record<string, string> {
  const { error } = schema.safeParse(value, { error: explainIssue });
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

test('distinguishes a missing value from a wrong one', () => {
  const schema = z.object({ phoneID: z.number().int(), name: z.string() });
  expect(words(schema, { name: 7 })).toEqual({
    phoneID: 'Required: a number.',
    name: 'Must be a string.',
  });
  expect(words(schema, { phoneID: 1.5, name: '' })).toEqual({ phoneID: 'Must be a whole number.' });
});

test('names limits and choices', () => {
  const schema = z.object({ a: z.string().max(3), b: z.array(z.number()).max(1), c: z.number().min(1) });
  expect(words(schema, { a: 'abcd', b: [1, 2], c: 0 })).toEqual({
    a: 'Must have at most 3 characters.',
    b: 'Must have at most 1 entry.',
    c: 'Must be at least 1.',
  });
  expect(words(createTestBodySchema, { testType: 'NOW' }).testType).toBe(
    'Must be one of IMMEDIATE, SCHEDULED, RECURRING.',
  );
});

test("a schema's own text takes precedence", () => {
  expect(words(createTestBodySchema, { officeIDs: ['x'], messageBody: 'a\u0000b' })).toEqual({
    officeIDs: 'Must be a list of ids, or an object with such a list named officeIDs.',
    messageBody: 'Remove the NUL character (U+0000).',
  });
  expect(words(listTestsQuerySchema, { page: '0' })).toEqual({ page: 'Must be a page number from 1.' });
});
