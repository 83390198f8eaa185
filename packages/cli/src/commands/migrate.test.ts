import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { PROGRAM_TEST_MS, runProgram } from '@textprobe/domain/testing/child-program';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

it('migrates the embedded database to the current schema, says so, and leaves nothing running', async () => {
  const site = await makeDataSite();
  const dataDir = site.path('data');
  onTestFinished(() => site.remove(dataDir));
  expect(await runProgram(['migrate'], { settings: { DATA_DIR: dataDir } })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^The database was migrated to the current schema \(0001-[\w-]+(, [\w-]+)*\)\.\n$/u,
    ),
  });
  expect(await site.postgresOf(dataDir)).toBeNull();
});

it('says when there is nothing to migrate, and does not touch DATA_DIR with a DATABASE_URL', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const settings = { DATABASE_URL: url, DATA_DIR: '/dev/null/none' };
  expect(await runProgram(['migrate'], { settings })).toMatchObject({
    code: 0,
    stdout: 'The database already has the current schema.\n',
    stderr: '',
  });
});
