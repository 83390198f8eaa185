/** `textprobe rollups`: checks and rebuilds the rollups. */
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { PROGRAM_TEST_MS, runProgram } from '@textprobe/domain/testing/child-program';
import { makeMessage, makeTest } from '@textprobe/server/testing/messages';
import { fillDirectory } from '@textprobe/server/testing/test-server';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { makeDataSite } from '../testing/data-site.ts';
import { runCommand } from '../testing/run-command.ts';
import { rollups } from './rollups.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

const EQUAL = { code: 0, stdout: 'The rollups match the messages.\n' };
const DIFFERENT =
  /^(\d+) sums of the rollups do not match the messages\. Run 'textprobe rollups rebuild'\.\n$/u;

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const run = (act: string) => runCommand(rollups, [act], { DATABASE_URL: database.url });

it('finds no faults in a new database after a rebuild', async () => {
  const site = await makeDataSite();
  const settings = { DATA_DIR: await site.dataDir('data') };
  onTestFinished(() => site.remove(settings.DATA_DIR));
  expect(await runProgram(['rollups', 'rebuild'], { settings })).toMatchObject({ code: 0 });
  expect(await runProgram(['rollups', 'check'], { settings })).toMatchObject(EQUAL);
});

it('detects uncounted messages, rebuilds the sums, and detects a changed sum', async () => {
  const { db } = database;
  await fillDirectory(db);
  const at = Date.UTC(2026, 10, 20, 12);
  const made = await makeTest(db, at);
  for (const outcome of ['received', 'rejected', 'receipt only', 'pending'] as const) {
    await makeMessage(db, { ...made, at }, outcome);
  }
  expect(await countFaults()).toBeGreaterThan(0);
  expect(await run('rebuild')).toMatchObject({
    code: 0,
    stdout: 'The rollups were recalculated from the messages.\n',
  });
  expect(await run('check')).toMatchObject(EQUAL);
  expect(await countOf('hourly_rollups')).toBe(4);
  expect(await countOf('daily_rollups')).toBe(4);
  expect(await countOf('overall_rollups')).toBe(4);

  let faults = 0;
  for (const change of [
    `update hourly_rollups set messages = messages + 1 where received`,
    `update daily_rollups set delay_ms = delay_ms + 1 where received`,
    `delete from test_counts`,
  ]) {
    await sql.raw(change).execute(db);
    const before = faults;
    faults = await countFaults();
    expect(faults, change).toBeGreaterThan(before);
  }
  expect(await run('rebuild')).toMatchObject({ code: 0 });
  expect(await run('check')).toMatchObject(EQUAL);
});

async function countFaults(): Promise<number> {
  const { code, stdout } = await run('check');
  expect(code).toBe(1);
  return Number(DIFFERENT.exec(stdout)?.[1]);
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select sum(messages) as n from ${sql.table(table)}`.execute(
    database.db,
  );
  return Number(rows[0]?.n);
}
