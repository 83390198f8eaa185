import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSchemaTypes, schemaTypesFile } from './testing/schema-types.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the schema types are those of the migrations: if not, run npm run db:codegen -w packages/database', async () => {
  expect(await readFile(schemaTypesFile, 'utf8')).toBe(await generateSchemaTypes(database.url));
});
