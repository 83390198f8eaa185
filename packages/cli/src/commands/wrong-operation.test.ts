/** Operator errors with the database and settings: a sentence that says what to do, never a stack. */
import { mkdir, writeFile } from 'node:fs/promises';
import { startCluster } from '@textprobe/database/cluster/start-cluster';
import { closeDatabase, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import {
  PROGRAM_TEST_MS,
  type Program,
  runProgram,
  startProgram,
} from '@textprobe/domain/testing/child-program';
import { createTestClient } from '@textprobe/server/testing/test-client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type DataSite, makeDataSite } from '../testing/data-site.ts';

vi.setConfig({ testTimeout: PROGRAM_TEST_MS });

let site: DataSite;
beforeAll(async () => {
  site = await makeDataSite();
});
afterAll(() => site.remove(site.path('data'), site.path('earlier')));

it.each(['start', 'migrate'])(
  'GUARD-12 %s refuses a database newer than the program with a sentence, not a stack',
  async (command) => {
    const { db, url, drop } = await createTestDatabase();
    onTestFinished(drop);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', 'now')`.execute(
      db,
    );
    expect(
      await runProgram([command], { settings: { DATABASE_URL: url, DATA_DIR: site.path('unused') } }),
    ).toMatchObject({
      code: 1,
      stderr:
        'textprobe: The database was created or updated by a newer version of Textprobe: it has the migration 9999-from-the-future, ' +
        'which this version does not know. Start the newer version again, or restore a backup from before the update.\n',
    });
  },
);

it('OPS-3 start refuses a DATA_DIR of an earlier development version and says how to start afresh', async () => {
  const dataDir = await site.dataDir('earlier');
  const cluster = await startCluster({
    dataDir,
    clock: realClock,
    log: silentLog,
    environment: { PATH: process.env.PATH },
  });
  const db = openDatabase({ url: cluster.url, log: silentLog, applicationName: 'test' });
  await sql`update kysely_migration set name = '0001-first-light'`.execute(db);
  await closeDatabase(db);
  await cluster.stop();

  const { code, stderr } = await runProgram(['start'], { settings: { DATA_DIR: dataDir } });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'textprobe: This database was created by an earlier development version of Textprobe, and until the first release the ' +
      `schema changes in place: to start afresh, move or delete DATA_DIR ${dataDir}, or set DATABASE_URL to an empty database.\n`,
  });
  expect(await site.postgresOf(dataDir)).toBeNull();
});

it('GUARD-12 refuses a DATA_DIR of a newer PostgreSQL with a sentence, not a stack', async () => {
  const dataDir = site.path('newer');
  await mkdir(`${dataDir}/postgres`, { recursive: true });
  await writeFile(`${dataDir}/postgres/PG_VERSION`, '99\n');
  const { code, stderr } = await runProgram(['start'], { settings: { DATA_DIR: dataDir } });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^textprobe: No PostgreSQL 99, which made the existing data, was found for .*: install it, or set DATABASE_URL/u,
  );
  expect(stderr).not.toMatch(/^ +at /mu);
});

it('GUARD-12 warns about plain http on a public address, and that ADMIN_PASSWORD is ignored after the first start; the command that it names resets the password', async () => {
  const first = { DATA_DIR: await site.dataDir('data'), ADMIN_PASSWORD: 'the first one' };
  const ignored =
    /ADMIN_PASSWORD is ignored: .* run 'textprobe account reset-password' with ADMIN_PASSWORD set/u;
  const plain = /the console is open to the network over plain http: .* set PUBLIC_URL to its https address/u;
  let program = await startProgram(['start'], { settings: first });
  expect(program.output.stderr).not.toMatch(ignored);
  expect(program.output.stderr).not.toMatch(plain);
  await program.end();
  // An unchanged ADMIN_PASSWORD causes no warning.
  program = await startProgram(['start'], { settings: { ...first, HOST: '0.0.0.0' } });
  expect(program.output.stderr).not.toMatch(ignored);
  expect(program.output.stderr).toMatch(plain);
  await program.end();

  const second = { ...first, ADMIN_PASSWORD: 'the second one' };
  program = await startProgram(['start'], { settings: second });
  onTestFinished(async () => void (await program.end()));
  await program.said(ignored);
  expect(program.output.stderr).not.toContain('the second one');
  expect(await mayLogIn(program, 'the second one')).toBe(false);

  const reset = await runProgram(['account', 'reset-password'], { settings: second });
  expect(reset).toMatchObject({
    code: 0,
    stdout: 'admin is logged out everywhere and now logs in with the password in ADMIN_PASSWORD\n',
  });
  expect(await mayLogIn(program, 'the second one')).toBe(true);
  expect(await mayLogIn(program, 'the first one')).toBe(false);
  expect(await runProgram(['account', 'reset-password', 'nobody'], { settings: second })).toMatchObject({
    code: 1,
    stderr: 'textprobe: There is no account "nobody", or it is disabled.\n',
  });
});

async function mayLogIn(program: Program, password: string): Promise<boolean> {
  return (await createTestClient(program.place).login('admin', password)).ok;
}
