/** An installation that is upgraded while messages are in flight: none is lost, doubled or sent again. */
import { startCarryOver } from '@textprobe/database/carry-over/carry-over';
import { sqlTime } from '@textprobe/database/connection';
import { silentLog } from '@textprobe/database/log';
import { migrateToLatest, migrations } from '@textprobe/database/migrate';
import { countScopedFaults } from '@textprobe/database/rollups/sum-differences';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, expect, test } from 'vitest';
import { readReference } from './dispatch/message-reference.ts';
import { createFakeGateway } from './testing/fake-gateway.ts';
import { passDeadlines, passLeases } from './testing/pass-deadlines.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World | undefined;
afterEach(() => world?.close());

const BEFORE = '0023-set-aside-again';
const PHONES = 40;
/** How far the run had been turned into messages when its worker was killed. */
const MADE = 24;
/** Of those, by phone: the answer was written, the claim was committed, the claim was given back; the rest wait. */
const ACCEPTED = { from: 1, to: 6 } as const;
const SETTLED = { from: 5, to: 6 } as const;
const CLAIMED = { from: 7, to: 11 } as const;
const GIVEN_BACK = { from: 12, to: 14 } as const;

const isIn = (phone: number, { from, to }: { from: number; to: number }) => phone >= from && phone <= to;
const idOf = (phone: number) => 1_000 + phone;

/** As a worker of the version before leaves it that was killed in mid-run. */
async function leaveInFlight({ db }: TestDatabase, now: number): Promise<void> {
  const at = sqlTime(now - 5_000);
  await sql`insert into partners (name) values ('Acme')`.execute(db);
  await sql`insert into clients (partner_id, name) values (1, 'Bolt & Co')`.execute(db);
  await sql`insert into gateways (name, kind, is_default) values ('default', 'fake', true)`.execute(db);
  await sql`insert into offices (client_id, name, phone_number) values (1, 'Office 1', '+14155550001')`.execute(
    db,
  );
  await sql`insert into test_phones (name, phone_number, carrier, evidence)
    select 'Phone ' || n, '+1212555' || lpad(n::text, 4, '0'), 'AT&T', 'receipt' from generate_series(1, ${PHONES}::int4) n`.execute(
    db,
  );
  await sql`insert into tests (test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids, execution_status,
      created_at, updated_at)
    select 'IMMEDIATE', 'SMS', 'Hello', '{1}', '{1}', '{1}', array_agg(id), 'EXECUTING', ${at}, ${at} from test_phones`.execute(
    db,
  );
  await sql`insert into runs (test_id, due_at, created_at, deadline_ms, message_total, messages_created, expires_at)
    values (1, ${at}, ${at}, 900000, ${PHONES}, ${MADE}, ${sqlTime(now + 3_600_000)})`.execute(db);
  for (let phone = 1; phone <= MADE; phone += 1) await leaveMessage(db, phone, now);
}

async function leaveMessage(db: TestDatabase['db'], phone: number, now: number): Promise<void> {
  const accepted = isIn(phone, ACCEPTED);
  const claimed = isIn(phone, CLAIMED);
  const settled = isIn(phone, SETTLED);
  const state = accepted ? 5 : claimed ? 1 : 0;
  const sentAt = accepted ? now - 3_000 : null;
  const deadline = accepted || claimed ? now + 890_000 : now + 3_600_000;
  await sql`
    insert into messages (id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, code, sender, recipient, submission_state, submitted_at, claimed_at, claimed_by, claim_expires_at,
      attempts, next_attempt_at, receipt_state, receipt_at, deadline_ms, deadline_at, expires_at, status, settled_at)
    values (${idOf(phone)}, ${sqlTime(now - 4_000)}, 1, 1, 1, 1, ${phone}::int4, 1, 'SMS', 'IMMEDIATE', 'AT&T', 'receipt',
      ${`N${String(phone).padStart(10, '0')}`}, '+14155550001', ${`+1212555${String(phone).padStart(4, '0')}`}, ${state}::int2,
      ${sqlTime(sentAt)}, ${sqlTime(state > 0 ? now - 3_500 : null)}, ${state > 0 ? 'the old worker' : null},
      ${sqlTime(claimed ? now + 26_500 : null)}, ${state > 0 || isIn(phone, GIVEN_BACK) ? 1 : 0}::int4,
      ${sqlTime(isIn(phone, GIVEN_BACK) ? now + 300 : now - 4_000)}, ${settled ? 3 : 0}::int2,
      ${sqlTime(settled ? now - 2_000 : null)}, 900000, ${sqlTime(deadline)}, ${sqlTime(now + 3_600_000)},
      ${settled ? 4 : accepted ? 1 : 0}::int2, ${sqlTime(settled ? now - 2_000 : null)})`.execute(db);
  if (!accepted) return;
  await sql`
    insert into submission_parts (message_id, message_created_at, part, parts, gateway_id, provider_id, receipt_state, receipt_at)
    values (${idOf(phone)}, ${sqlTime(now - 4_000)}, 1, 1, 1, ${`old-${phone}`}, ${settled ? 3 : 0}::int2,
      ${sqlTime(settled ? now - 2_000 : null)})`.execute(db);
}

/** @param killedAfter the migration after which the first attempt is killed */
async function upgradedWorld(killedAfter?: string): Promise<World> {
  const database = await createTestDatabase({ empty: true });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: database.db, provider }).migrateTo(BEFORE);
  expect(error).toBeUndefined();
  await leaveInFlight(database, Date.now());
  if (killedAfter !== undefined) {
    await new Migrator({ db: database.db, provider }).migrateTo(killedAfter);
    await expectStopped(database.db);
  }
  await migrateToLatest(database.db);
  world = await createWorld({ database });
  return world;
}

test.each([
  ['in mid-run', undefined],
  ['in mid-run that was killed once older workers were stopped', '0025-chunks'],
])(
  'Promises 3 and 4: after an upgrade %s what waited is sent once, what was sent is not sent again, and all of it ends',
  async (_, killedAfter) => {
    const upgraded = await upgradedWorld(killedAfter);
    const gateway = createFakeGateway();
    const carryOver = startCarryOver({ url: upgraded.url, clock: realClock, log: silentLog });
    await upgraded.startEngine(gateway, { gateways: new Map([[1, gateway]]) });
    const toSend = PHONES - (CLAIMED.to - ACCEPTED.from + 1);
    await gateway.submitted(toSend);
    for (const message of gateway.submissions) {
      await gateway.sendReceipt({ providerId: gateway.providerIdOf(message), state: 'delivered' });
    }
    for (let phone = ACCEPTED.from; phone < SETTLED.from; phone += 1) {
      await gateway.sendReceipt({
        providerId: `old-${phone}`,
        idVariants: [`old-${phone}`],
        state: 'delivered',
      });
    }
    // Nobody knows whether these were written: not sent again, and UNKNOWN once their lease has ended.
    expect((await upgraded.messagesOf(1)).filter((row) => row.submission_state === 1)).toHaveLength(5);
    await passLeases(upgraded.db);
    await upgraded.until(async () => {
      const states = (await upgraded.messagesOf(1)).map((row) => row.submission_state);
      return states.every((state) => state > 1);
    });
    await passDeadlines(upgraded.db);
    await upgraded.until(async () => (await upgraded.test(1)).execution_status === 'DELIVERED');

    const messages = await upgraded.messagesOf(1);
    expect(messages).toHaveLength(PHONES);
    const sent = gateway.submissions.map(({ reference }) => readReference(reference)?.id);
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent).toHaveLength(toSend);
    for (const message of messages) {
      const phone = message.phone_id;
      const wasClaimed = isIn(phone, CLAIMED);
      expect(sent.includes(message.id)).toBe(!wasClaimed && !isIn(phone, ACCEPTED));
      expect(messageStatusFromRank(message.status)).toBe(wasClaimed ? 'UNKNOWN' : 'DELIVERED');
      expect(message.settled_at).not.toBeNull();
      expect(message.attempts).toBe(isIn(phone, GIVEN_BACK) ? 2 : 1);
    }
    const runs = await upgraded.db.selectFrom('runs').selectAll().execute();
    expect(runs).toMatchObject([{ status: 'DELIVERED', counted: true, messages_settled: PHONES }]);
    // Counted by partner, gateway and office while they changed.
    await carryOver.ended;
    expect(await upgraded.db.transaction().execute(countScopedFaults)).toBe(0);
  },
  60_000,
);

test('an older worker cannot claim anything any more once the upgrade has begun', async () => {
  const { db } = await upgradedWorld();
  await expectStopped(db);
});

/** As the claim of the older version begins. */
async function expectStopped(db: TestDatabase['db']): Promise<void> {
  const claim = sql`update messages set submission_state = 1 where next_attempt_at <= now()`.execute(db);
  await expect(claim).rejects.toThrow('next_attempt_at');
}
