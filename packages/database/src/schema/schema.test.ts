import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { generateSchemaTypes, schemaTypesFile } from '../testing/schema-types.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
afterAll(async () => {
  // The generator's pool reports its end before its connections are closed; dropped then, their errors would be
  // unhandled.
  await vi.waitFor(async () => expect(await countOthers()).toBe(0), { timeout: 10_000 });
  await database.drop();
});

async function countOthers(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  return rows[0]?.count ?? 0;
}

test('the schema types match the migrations: if not, run npm run db:codegen -w packages/database', async () => {
  expect(await readFile(schemaTypesFile, 'utf8')).toBe(await generateSchemaTypes(database.url));
});
