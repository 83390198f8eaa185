/** Days of before are counted exactly once, whoever kills the count and whatever changes beside it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCarryOver } from '../carry-over/carry-over.ts';
import { silentLog } from '../log.ts';
import {
  AROUND,
  type ChangingMessage,
  changeMessage,
  createMessage,
  fillOffices,
} from '../testing/changing-messages.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { countEarlierDays, countUncountedDays } from './count-days.ts';
import { foldRollupDeltas } from './rollup-fold.ts';
import { readTotals, SumsIncompleteError } from './rollup-reader.ts';
import { countRollupFaults, rebuildRollups } from './rollup-rebuild.ts';
import { SCOPED_TABLES } from './scoped-sums.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS = 60;
const KILLS = 6;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fillOffices(database.db);
});
afterAll(() => database.drop());

function originOf(index: number) {
  const officeId = 1 + (index % 4);
  // Half of them are of a version that did not note the partner.
  const partnerId = index % 2 === 0 ? 0 : ([1, 1, 2, 3][officeId - 1] ?? 0);
  const createdAt = AROUND - (index % DAYS) * DAY_MS;
  return { createdAt, officeId, partnerId, gatewayId: 1 + (index % 2), carrier: 'AT&T' };
}

const WAITING = { state: 'waiting', sentAt: AROUND, delayMs: 0 } as const;
const RECEIVED = { state: 'received', sentAt: AROUND, delayMs: 1_000 } as const;

test('a count that is killed again and again while messages are created, changed and folded counts each of them once', async () => {
  const { db, url } = database;
  const messages: ChangingMessage[] = [];
  for (let index = 0; index < 2 * DAYS; index += 1) {
    messages.push(await createMessage(db, { origin: originOf(index), state: WAITING, isCounted: false }));
  }
  await rebuildRollups(db);
  await sql`truncate ${sql.join(SCOPED_TABLES.map((table) => sql.table(table)))}`.execute(db);
  await sql`insert into uncounted_days select distinct day from message_days`.execute(db);
  await sql`delete from carry_over_steps where name = ${countEarlierDays.name}`.execute(db);

  const ofPartner = { partnerIds: [1] };
  await expect(readTotals(db, {}, ofPartner)).rejects.toThrow(SumsIncompleteError);
  await expect(readTotals(db)).resolves.toMatchObject({ messages: messages.length });

  let isCounting = true;
  let created = 0;
  const writing = (async () => {
    for (let index = 0; isCounting || index < messages.length; index += 1) {
      const message = messages[index];
      if (message !== undefined) messages[index] = await changeMessage(db, message, RECEIVED);
      await createMessage(db, { origin: originOf(index), state: RECEIVED, isCounted: true });
      created += 1;
    }
  })();
  const folding = (async () => {
    while (isCounting) {
      const of = { limit: 7, now: Date.now() };
      await db.transaction().execute((tx) => foldRollupDeltas(tx, 'message sum', of));
    }
  })();
  const left: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killed = startCarryOver({ url, clock: realClock, log: silentLog });
    const before = await countUncountedDays(db);
    // Killed in the middle of whatever it does once it has counted three more days.
    while ((await countUncountedDays(db)) > before - 3);
    await killed.stop();
    left.push(await countUncountedDays(db));
  }
  expect(left.at(0)).toBeGreaterThan(left.at(-1) ?? DAYS);
  await startCarryOver({ url, clock: realClock, log: silentLog }).ended;
  isCounting = false;
  await Promise.all([writing, folding]);

  expect(await countUncountedDays(db)).toBe(0);
  expect(await countRollupFaults(db)).toBe(0);
  const all = { messages: messages.length + created, received: messages.length + created };
  expect(await readTotals(db, {}, { gatewayIds: [1, 2] })).toMatchObject(all);
  expect(await readTotals(db, {}, { officeIds: [1, 2, 3, 4] })).toMatchObject(all);
}, 120_000);
