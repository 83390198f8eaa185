/** The chain of the audit trail: many writers, one chain, and what a change to it does. */
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { linkAuditRows, readChainHead, verifyChain } from './audit-chain.ts';
import { COMMAND, insertAudit } from './audit-log.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());

const AT = Date.UTC(2026, 10, 28, 12);

async function change(objectId: number): Promise<void> {
  await db.transaction().execute((tx) =>
    insertAudit(tx, {
      ...COMMAND,
      at: AT + objectId,
      action: 'gateway.updated',
      objectId: String(objectId),
      partnerId: null,
      outcome: 'succeeded',
      changes: { name: ['Acme', `Acme ${objectId}`], throughput: [null, 1.5] },
    }),
  );
}

async function link(): Promise<void> {
  while ((await linkAuditRows(db)) > 0);
}

/** As the owner of the database can. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`alter table audit_log disable trigger user`.execute(tx);
    await statement.execute(tx);
    await sql`alter table audit_log enable trigger user`.execute(tx);
  });
}

test('AUDIT-2 1,000 concurrent changes leave one unbroken chain', async () => {
  let isChanging = true;
  const linking = (async () => {
    while (isChanging) await Promise.all([linkAuditRows(db), linkAuditRows(db)]);
  })();
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => change(index + 1)));
  isChanging = false;
  await linking;
  await link();
  expect(await verifyChain(db)).toMatchObject({ head: { seq: 1_000 }, unlinked: 0, broken: null });
}, 60_000);

test('AUDIT-2 a row is linked whatever text is in it', async () => {
  const { seq } = await readChainHead(db);
  const changes = { name: ['a\u0000b', 'half an emoji \ud83d'] } as const;
  const event = { action: 'gateway.updated', objectId: null, partnerId: null, outcome: 'succeeded' } as const;
  await insertAudit(db, { ...COMMAND, ...event, at: AT, changes });
  await link();
  expect(await verifyChain(db)).toMatchObject({ head: { seq: seq + 1 }, unlinked: 0, broken: null });
});

test('AUDIT-2 a row that was changed, deleted or cut off breaks the chain, and the database refuses both', async () => {
  await change(1_001);
  await change(1_002);
  expect(await verifyChain(db)).toMatchObject({ unlinked: 2, broken: null });
  await link();
  const head = await readChainHead(db);

  const refusal = 'rows of the audit trail cannot be changed or deleted';
  for (const statement of [
    sql`update audit_log set username = 'mallory' where seq = 500`,
    sql`update audit_log set seq = 5000 where seq = 500`,
    sql`delete from audit_log where seq = 500`,
    sql`truncate audit_log`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(refusal);

  await tamper(sql`update audit_log set username = 'mallory' where seq = 500`);
  expect(await verifyChain(db)).toMatchObject({ head: { seq: 499 }, broken: { seq: 500, why: 'changed' } });
  await tamper(sql`update audit_log set username = null where seq = 500`);
  expect((await verifyChain(db, head)).broken).toBeNull();

  await tamper(sql`delete from audit_log where seq = ${head.seq}`);
  expect((await verifyChain(db)).broken).toBeNull();
  expect((await verifyChain(db, head)).broken).toEqual({ seq: head.seq, why: 'missing' });
  await tamper(sql`delete from audit_log where seq = 600`);
  expect((await verifyChain(db)).broken).toEqual({ seq: 600, why: 'missing' });
});
