/** Settings that changed between two starts. */
import { linkAuditRows, verifyChain } from '@textprobe/database/audit/audit-chain';
import { listAudit } from '@textprobe/database/audit/audit-log';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { auditSettings } from './settings-audit.ts';

const { db, drop } = await createTestDatabase();
afterAll(() => drop());

async function start(env: Record<string, string>, process = 'serve'): Promise<void> {
  const check = readSettings(env, '/srv', process);
  if (!check.ok) throw new Error(check.faults.join());
  await auditSettings(db, process, check.settings.effective);
}

test('AUDIT-1 a start says which settings have changed since the last one, and no secret', async () => {
  const changes = async () => (await listAudit(db, {}, { limit: 10 })).map((row) => row.changes);
  const before = {
    PORT: '3900',
    METRICS_TOKEN: 'token-with-32-characters-or-more-1',
    DATABASE_URL: 'postgres://a:b@db/x',
  };
  await start(before);
  await start(before);
  await start({ PORT: '4000' }, 'work');
  expect(await changes()).toEqual([]);

  const { PORT: _port, ...others } = before;
  await start({ ...others, METRICS_TOKEN: 'token-with-32-characters-or-more-2', SIGNUP: 'request' });
  expect(await changes()).toEqual([
    {
      PORT: ['3900', '3000'],
      METRICS_TOKEN: [null, 'changed'],
      SIGNUP: ['closed', 'request'],
    },
  ]);
  const stored = JSON.stringify([
    await db.selectFrom('settings_seen').selectAll().execute(),
    await db.selectFrom('audit_log').selectAll().execute(),
  ]);
  expect(stored).not.toContain('32-characters');
  expect(stored).not.toContain('a:b@db');
  await linkAuditRows(db);
  expect(await verifyChain(db)).toMatchObject({ head: { seq: 1 }, broken: null });
});
