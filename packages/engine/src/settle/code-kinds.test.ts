/** Messages whose code is stored beside messages whose code is computed: sent, confirmed and matched later alike. */
import { spellMessageCode } from '@textprobe/domain/message-code';
import { monthIndexOf } from '@textprobe/domain/utc-month';
import { silentLog } from '@textprobe/database/log';
import { claimMessages } from '@textprobe/database/messages/message-claims';
import { sentText } from '@textprobe/database/messages/message-log';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { expandNextChunk } from '../runs/expand-run.ts';
import { createWorld, type World } from '../testing/world.ts';
import { matchParkedReceptions } from './parked.ts';

let world: World;
afterEach(() => world.close());

/** A test whose messages wait: those to even phones with a stored code, the others without. */
async function makeBothKinds(): Promise<number> {
  const testId = await world.createTest({ body: 'Hello' });
  const { db, clock } = world;
  const { id: runId } = await db
    .selectFrom('runs')
    .select('id')
    .where('test_id', '=', testId)
    .executeTakeFirstOrThrow();
  await expandNextChunk({ db, clock, log: silentLog }, [runId]);
  for (const { id, created_at: createdAt, phone_id: phoneId } of await world.messagesOf(testId)) {
    const code = phoneId % 2 === 0 ? spellMessageCode(phoneId, monthIndexOf(createdAt)) : null;
    await db.updateTable('messages').set({ code }).where('id', '=', id).execute();
  }
  return testId;
}

function arrival(text: string) {
  return { inbox: 'native', phoneId: null, messageCode: text, text, sender: null, stated: null };
}

test('SERVER-1 messages of both kinds of one month are claimed with their codes, and found by them', async () => {
  world = await createWorld({ phones: 4 });
  const testId = await makeBothKinds();
  const { db, codes, clock, gatewayId } = world;
  const rows = await world.messagesOf(testId);
  const stored = await sql<{ stored: number }>`select count(code) as stored from messages`.execute(db);
  expect(stored.rows).toEqual([{ stored: 2 }]);

  const claim = { gatewayId, limit: 10, workerId: 'w', now: clock.now(), leaseMs: 30_000 };
  const { messages } = await claimMessages(db, codes, claim);
  const byId = new Map(messages.map(({ id, code }) => [id, code]));
  expect(rows.map(({ id }) => byId.get(id))).toEqual(rows.map(({ code }) => code));
  expect(new Set(byId.values()).size).toBe(4);

  const outcomes = await world.door.receive(rows.map((row) => arrival(sentText(row))));
  expect(outcomes).toEqual(
    rows.map(({ id }) => ({ kind: 'matched', testLogID: id, testActivityStatus: 'RECEIVED' })),
  );
  const after = await world.messagesOf(testId);
  expect(after.map((row) => row.comparison)).toEqual(['identical', 'identical', 'identical', 'identical']);
  const kept = await db
    .selectFrom('receptions')
    .select(['message_id', 'code'])
    .orderBy('message_id')
    .execute();
  expect(kept).toEqual(
    rows.map(({ id, code }) => ({ message_id: id, code })).sort((a, b) => a.message_id - b.message_id),
  );
});

test('CALL-16 a report that comes before its message is kept, and matched once that is there, of either kind', async () => {
  world = await createWorld({ phones: 2 });
  const testId = await makeBothKinds();
  const rows = await world.messagesOf(testId);
  const { db } = world;
  await sql`create table aside as select * from messages`.execute(db);
  await sql`delete from messages`.execute(db);
  const early = await world.door.receive(rows.map((row) => arrival(sentText(row))));
  expect(early.map(({ kind }) => kind)).toEqual(['unmatched', 'unmatched']);
  await sql`insert into messages select * from aside`.execute(db);

  const look = await matchParkedReceptions(world);
  expect(look?.changes.testIds).toEqual(new Set([testId]));
  const matched = await db.selectFrom('receptions').select(['message_id', 'code']).orderBy('id').execute();
  expect(matched).toEqual(rows.map(({ id, code }) => ({ message_id: id, code })));
});
