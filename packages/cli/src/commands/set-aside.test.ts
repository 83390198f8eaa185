/** `textprobe set-aside`: listing and retrying. */
import { noteFailure } from '@textprobe/database/set-aside/set-aside';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { PROGRAM_TEST_MS, runProgram } from '@textprobe/domain/testing/child-program';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { setAside } from './set-aside.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const run = (...args: string[]) => runCommand(setAside, args, { DATABASE_URL: database.url });

it('GUARD-11 shows what is set aside, why and until when, and retries it at once', async () => {
  const nothing = { code: 0, stdout: 'Nothing is set aside.\n' };
  expect(await run()).toMatchObject(nothing);
  expect(await run('retry')).toMatchObject(nothing);

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
  expect(await run()).toMatchObject({
    code: 0,
    stdout: `deadline 41: 3 tries, last at ${last}, next at ${next}\n  error: value out of range\n`,
  });
  expect(await run('retry')).toMatchObject({ code: 0, stdout: 'Retrying 1 item.\n' });
  expect(await run('retry')).toMatchObject(nothing);
});

it('GUARD-11 refuses unknown arguments with a sentence', async () => {
  const settings = { DATABASE_URL: database.url };
  expect(await runProgram(['set-aside', 'delete'], { settings })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("run 'textprobe set-aside' to see what is set aside and why"),
  });
});
