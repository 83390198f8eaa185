import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UserError } from '../process/user-error.ts';
import { openCodes } from './store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('opens the key of the message codes, and refuses to start without it', async () => {
  const [code] = (await openCodes(database.db)).codesOf([{ id: 1, createdAt: 0 }]);
  expect(code).toMatch(/^0[0-9A-Z]{10}$/u);
  await database.db.deleteFrom('secrets').where('name', '=', 'message codes').execute();
  const refused = openCodes(database.db);
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow('restore the table `secrets` from the backup');
});
