/** The messages of before are in the sums by scope from 0030 on, whoever kills the update and whatever is at work beside it. */
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCarryOver } from '../carry-over/run-steps.ts';
import { silentLog } from '../log.ts';
import { migrateToLatest, migrations } from '../migrate.ts';
import { countEarlierDays, countNewestDay, countUncountedDays } from '../rollups/count-days.ts';
import { foldRollupDeltas } from '../rollups/rollup-fold.ts';
import { readTotals, readTotalsBy, readTotalsByKind } from '../rollups/rollup-reader.ts';
import { countRollupFaults } from '../rollups/rollup-rebuild.ts';
import { widenRollupKeys } from '../rollups/widen-keys.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

/** Days of creation, the oldest in a month that has no partition of its own. */
const DAYS = ['2026-02-10', '2026-10-31', '2026-11-01', '2026-11-20'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: database.db, provider }).migrateTo('0023-set-aside-again');
  expect(error).toBeUndefined();
  await fillAsBefore();
});
afterAll(() => database.drop());

/** As the version before left them: of one half of the messages the sums are folded, of the other they wait as deltas. */
async function fillAsBefore(): Promise<void> {
  const { db } = database;
  await sql`insert into partners (id, name) values (1, 'One'), (2, 'Two')`.execute(db);
  await sql`insert into clients (id, partner_id, name) values (1, 1, 'A'), (2, 2, 'B')`.execute(db);
  await sql`insert into offices (id, client_id, name, phone_number) values (1, 1, 'X', '+1'), (2, 2, 'Y', '+2')`.execute(
    db,
  );
  for (const [index, day] of DAYS.entries()) {
    // Since a while messages name their partner; office 9 is gone.
    const partner = index < 2 ? sql`0` : sql`case office when 9 then 3 else office end`;
    await sql`
      insert into messages (created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
        carrier, evidence, code, sender, recipient, submission_state, submitted_at, next_attempt_at, receipt_state,
        receipt_at, deadline_ms, deadline_at, deadline_passed, status, settled_at)
      select ${day}::timestamptz + interval '8 hours', 1, 1, ${partner}, office, 1, 1 + number % 2, 'SMS', 'IMMEDIATE',
        'AT&T', 'receipt', ${day} || '-' || office || '-' || number, '+1', '+1', ${submissionStateRank('accepted')},
        ${day}::timestamptz + interval '8 hours', ${day}, ${receiptStateRank('delivered')},
        ${day}::timestamptz + interval '8 hours 2 seconds', 60000, ${day}, false, ${messageStatusRank('DELIVERED')}, ${day}
      from unnest(array[1, 2, 9]) as office, generate_series(1, 10) as number`.execute(db);
  }
  const key = sql`carrier, message_type, test_type, status, received, finding, sender_changed`;
  const counted = (half: number) => sql`
    select date_trunc('hour', submitted_at, 'UTC') as hour, carrier, message_type, test_type, status, true as received,
      '' as finding, false as sender_changed, count(*) as messages, 2000 * count(*) as delay_ms, count(*) as delayed
    from messages where id % 2 = ${half} group by 1, 2, 3, 4, 5`;
  await sql`insert into hourly_rollups (hour, ${key}, messages, delay_ms, delayed) ${counted(0)}`.execute(db);
  await sql`insert into daily_rollups (day, ${key}, messages, delay_ms, delayed)
    select (hour at time zone 'America/Los_Angeles')::date, ${key}, sum(messages), sum(delay_ms), sum(delayed)
    from hourly_rollups group by 1, ${key}`.execute(db);
  await sql`insert into overall_rollups (${key}, messages, delay_ms, delayed)
    select ${key}, sum(messages), sum(delay_ms), sum(delayed) from hourly_rollups group by ${key}`.execute(
    db,
  );
  await sql`insert into rollup_deltas (hour, ${key}, messages, delay_ms, delayed) ${counted(1)}`.execute(db);
}

function carryOver(): Promise<string[]> {
  return runCarryOver({ db: database.db, clock: realClock, log: silentLog }, [
    widenRollupKeys,
    countEarlierDays,
  ]);
}

async function fold(): Promise<void> {
  const of = { limit: 1_000, now: Date.now() };
  await database.db.transaction().execute((tx) => foldRollupDeltas(tx, 'message sum', of));
}

test('an update counts the messages of before by partner, gateway and office, and changes no sum over all', async () => {
  const { db } = database;
  const { rows: before } = await sql<{ id: number }>`select id from rollup_deltas order by id`.execute(db);
  expect(before).toHaveLength(DAYS.length);
  expect(await migrateToLatest(db)).toContain('0030-sums-by-scope');
  // By their ids they may be set aside.
  expect(await db.selectFrom('rollup_deltas').select('id').orderBy('id').execute()).toEqual(before);
  expect(await readTotals(db)).toMatchObject({ messages: 120, received: 120, delayMs: 240_000 });

  // Killed after the first day; another process folds meanwhile.
  expect(await countUncountedDays(db)).toBe(DAYS.length);
  await countNewestDay(db);
  await fold();
  expect((await carryOver()).slice(0, 2)).toEqual(['0030-keys-of-rollups', '0030-sums-by-scope']);
  expect(await carryOver()).toEqual([]);

  expect(await countRollupFaults(db)).toBe(0);
  expect(await readTotals(db)).toMatchObject({ messages: 120, received: 120, delayMs: 240_000 });
  const messages = async (scope: Parameters<typeof readTotals>[2]) =>
    (await readTotals(db, {}, scope)).messages;
  expect([
    await messages({ partnerIds: [1] }),
    await messages({ partnerIds: [2], gatewayIds: [2] }),
    // Of the office that is gone: since messages name their partner, and before.
    await messages({ partnerIds: [3] }),
    await messages({ partnerIds: [0] }),
    await messages({ gatewayIds: [1] }),
    await messages({ officeIds: [1, 2, 9] }),
  ]).toEqual([40, 20, 20, 20, 60, 120]);
  const days = await readTotalsBy(db, 'day', {}, { officeIds: [2] });
  expect(days.map(({ group, messages: count }) => [group, count])).toEqual(DAYS.map((day) => [day, 10]));
});

test('the keys of the sums tell verdicts apart after it', async () => {
  const { db } = database;
  const verdicts = ['', 'confirmed', 'altered'];
  for (const [index, verdict] of verdicts.entries()) {
    await sql`insert into overall_rollups
      select carrier, message_type, test_type, status, received, ${index + 1}, 0, 0, finding, sender_changed, ${verdict},
        'yes'
      from overall_rollups where unaltered = ''`.execute(db);
  }
  const [total] = await readTotalsByKind(db);
  expect(total?.messages).toBe(120 + 1 + 2 + 3);
});

test('a step that was killed while it made the index of a key makes it anew', async () => {
  const { db } = database;
  await sql`delete from carry_over_steps where name = '0030-keys-of-rollups'`.execute(db);
  await sql`delete from overall_rollups where unaltered <> ''`.execute(db);
  await sql`alter table overall_rollups drop constraint overall_rollups_pkey, add primary key (carrier)`.execute(
    db,
  );
  await sql`create unique index overall_rollups_wide on overall_rollups (carrier)`.execute(db);
  expect(await carryOver()).toEqual(['0030-keys-of-rollups']);
  const { rows } = await sql<{ columns: number }>`
    select indnkeyatts as columns from pg_index where indrelid = 'overall_rollups'::regclass`.execute(db);
  expect(rows).toEqual([{ columns: 9 }]);
});
