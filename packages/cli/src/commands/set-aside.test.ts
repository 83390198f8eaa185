/** `textprobe set-aside`: listing and retrying. */
import { noteFailure } from '@textprobe/database/set-aside/set-aside';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { type Ended, PROGRAM_TEST_MS, runProgram } from '@textprobe/domain/testing/child-program';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const setAside = (...args: string[]): Promise<Ended> =>
  runProgram(['set-aside', ...args], { settings: { DATABASE_URL: database.url } });

it('GUARD-11 shows what is set aside, why and until when, and retries it at once', async () => {
  const nothing = { code: 0, stdout: 'Nothing is set aside.\n' };
  expect(await setAside()).toMatchObject(nothing);
  expect(await setAside('retry')).toMatchObject(nothing);

  const now = Date.now();
  const failed = {
    kind: 'deadline',
    item: 41,
    problem: 'error: value out of range',
    now,
    pauseMs: 0,
  } as const;
  for (let tries = 1; tries <= 3; tries += 1) await noteFailure(database.db, failed);
  const [last, next] = [now, now + 5 * 60_000].map((at) => new Date(at).toISOString());
  expect(await setAside()).toMatchObject({
    code: 0,
    stdout: `deadline 41: 3 tries, last at ${last}, next at ${next}\n  error: value out of range\n`,
  });
  expect(await setAside('retry')).toMatchObject({ code: 0, stdout: 'Retrying 1 item.\n' });
  expect(await setAside('retry')).toMatchObject(nothing);
});

it('GUARD-11 refuses unknown arguments with a sentence', async () => {
  expect(await setAside('delete')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("run 'textprobe set-aside' to see what is set aside and why"),
  });
});
