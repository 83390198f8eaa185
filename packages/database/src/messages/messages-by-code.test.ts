/** Finding messages by their codes. */
import { spellMessageCode } from '@textprobe/domain/message-code';
import { monthIndexOf, startOfMonth } from '@textprobe/domain/utc-month';
import { type RawNode, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { chunkPlacedMessages, placeTest } from '../testing/placed-messages.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type MessageCodes, openMessageCodes } from './message-codes.ts';
import type { MessageKey } from './message-row.ts';
import { type CodeCandidate, type CodeMatch, findMessagesByCode } from './messages-by-code.ts';

const MONTH = monthIndexOf(realClock.now());
const THIS_MONTH = startOfMonth(MONTH) + 60_000;
const LAST_MONTH = startOfMonth(MONTH - 1) + 60_000;
const PHONE = 3;

let database: TestDatabase;
let codes: MessageCodes;
beforeEach(async () => {
  database = await createTestDatabase();
  codes = await openMessageCodes(database.db);
  await placeTest(database.db, 1, 'Hello {first_name}');
});
afterEach(() => database.drop());

async function insertMessage(of: {
  createdAt: number;
  phoneId?: number;
  filledBody?: string | null;
}): Promise<MessageKey> {
  const { createdAt, phoneId = PHONE, filledBody = null } = of;
  const at = sqlTime(createdAt);
  const { rows } = await sql<{ id: number }>`
    insert into messages (created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type, carrier,
      evidence, sender, recipient, filled_body, deadline_ms, deadline_at, expires_at)
    values (${at}, 1, 1, 1, 1, ${phoneId}, 1, 'SMS',
      'IMMEDIATE', 'AT&T', 'handset', '+12025550100', '+12025550200', ${filledBody}, 1000, ${at}, ${at})
    returning id`.execute(database.db);
  await chunkPlacedMessages(database.db);
  return { id: rows[0]?.id ?? 0, createdAt };
}

/** As in an arrival: the likeliest first. */
function meaning(arrival: number, ...meant: readonly (readonly [code: string, month: number])[]) {
  return meant.map(
    ([code, monthIndex], preference): CodeCandidate => ({
      arrival,
      preference,
      code,
      monthIndex,
      phoneId: null,
      partnerIds: null,
    }),
  );
}

async function find(candidates: readonly CodeCandidate[]): Promise<Omit<CodeMatch, 'row'>[]> {
  const found = await database.db.transaction().execute((tx) => findMessagesByCode(tx, codes, candidates));
  return found
    .sort((a, b) => a.arrival - b.arrival)
    .map(({ row, ...match }) => {
      expect([row.id, row.created_at]).toEqual([match.id, match.createdAt]);
      return match;
    });
}

const codeOf = (key: MessageKey) => codes.codesOf([key])[0] ?? '';
/** A code of that month with the number of this id. */
const codeOfId = (id: number, monthIndex: number) => codeOf({ id, createdAt: startOfMonth(monthIndex) });

test('each message is found by its code, with the text that was sent', async () => {
  const filled = await insertMessage({ createdAt: THIS_MONTH, filledBody: 'Hello Ann' });
  const plain = await insertMessage({ createdAt: THIS_MONTH });
  const older = await insertMessage({ createdAt: LAST_MONTH });
  const found = await find([
    ...meaning(0, [codeOf(filled), MONTH]),
    ...meaning(1, [codeOf(plain), MONTH]),
    ...meaning(2, [codeOf(older), MONTH - 1]),
    ...meaning(3, [spellMessageCode(1, MONTH), MONTH]),
  ]);
  const shared = { preference: 0, sender: '+12025550100', messageType: 'SMS' };
  expect(found).toEqual([
    { arrival: 0, code: codeOf(filled), body: 'Hello Ann', ...filled, ...shared },
    { arrival: 1, code: codeOf(plain), body: 'Hello {first_name}', ...plain, ...shared },
    { arrival: 2, code: codeOf(older), body: 'Hello {first_name}', ...older, ...shared },
  ]);
});

test('two reports of one message each find it', async () => {
  const message = await insertMessage({ createdAt: THIS_MONTH });
  const found = await find([
    ...meaning(0, [codeOf(message), MONTH]),
    ...meaning(1, [codeOf(message), MONTH]),
  ]);
  expect(found.map(({ arrival }) => arrival)).toEqual([0, 1]);
});

test('a code counts in its own month only', async () => {
  const older = await insertMessage({ createdAt: LAST_MONTH });
  // Both months are searched together, and each code only counts in its own.
  const found = await find([
    ...meaning(0, [codeOfId(older.id, MONTH), MONTH]),
    ...meaning(1, [codeOf(older), MONTH - 1]),
  ]);
  expect(found.map(({ arrival }) => arrival)).toEqual([1]);
});

test('an authenticated phone confirms only its own messages', async () => {
  const message = await insertMessage({ createdAt: THIS_MONTH });
  const wanted = meaning(0, [codeOf(message), MONTH]);
  expect(await find(wanted.map((one) => ({ ...one, phoneId: PHONE })))).toMatchObject([message]);
  expect(await find(wanted.map((one) => ({ ...one, phoneId: PHONE + 1 })))).toEqual([]);
});

test('of several codes the likeliest existing one counts', async () => {
  const one = await insertMessage({ createdAt: THIS_MONTH });
  const other = await insertMessage({ createdAt: THIS_MONTH });
  const unknown = spellMessageCode(1, MONTH);
  const found = await find([
    ...meaning(0, [unknown, MONTH], [codeOf(other), MONTH], [codeOf(one), MONTH]),
    ...meaning(1, [unknown, MONTH], [codeOf(one), MONTH], [codeOf(other), MONTH]),
    ...meaning(2, [unknown, MONTH]).toReversed(),
    ...meaning(3, [codeOf(one), MONTH], [unknown, MONTH]).toReversed(),
  ]);
  expect(found.map(({ arrival, preference, id }) => [arrival, preference, id])).toEqual([
    [0, 1, other.id],
    [1, 1, one.id],
    [3, 0, one.id],
  ]);
});

test('a message in the default partition is found', async () => {
  const far = await insertMessage({ createdAt: startOfMonth(MONTH + 9) });
  expect(await find(meaning(0, [codeOf(far), MONTH + 9]))).toMatchObject([far]);
});

test('a batch is read by the key of its month only, even if statistics lag', async () => {
  // All created at one instant, like a large run: to lagging statistics the instant selects nothing and the id
  // everything.
  await fillMonth(20_000, 0);
  await sql`vacuum analyze messages`.execute(database.db);
  await fillMonth(2_000, 1);
  const wanted = Array.from({ length: 5 }, (_, id) => meaning(id, [codeOfId(id + 1, MONTH), MONTH])).flat();
  expect(await find(wanted)).toHaveLength(5);
  const plans: string[] = [];
  const explaining = database.db.withPlugin({
    transformQuery: ({ node }) => {
      const [first = '', ...others] = (node as RawNode).sqlFragments;
      return { ...node, sqlFragments: [`explain ${first}`, ...others] } as RawNode;
    },
    transformResult: async ({ result }) => {
      plans.push(...result.rows.map((row) => String((row as { 'QUERY PLAN': string })['QUERY PLAN'])));
      return { ...result, rows: [] };
    },
  });
  await explaining.transaction().execute((tx) => findMessagesByCode(tx, codes, wanted));
  const leaf = `messages_${new Date(THIS_MONTH).toISOString().slice(0, 7).replace('-', '_')}`;
  const read = plans.flatMap((line) => /(?:on|using) (messages\w*)/u.exec(line)?.[1] ?? []);
  expect([...new Set(read)]).toEqual([`${leaf}_pkey`]);
  expect(plans.filter((line) => line.includes('Index Cond'))).toContainEqual(
    expect.stringMatching(/created_at = .* AND \(id = /u),
  );
});

async function fillMonth(count: number, apartMs: number): Promise<void> {
  await sql`
    insert into messages (created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type, carrier,
      evidence, sender, recipient, deadline_ms, deadline_at, expires_at)
    select ${sqlTime(THIS_MONTH)} + ${apartMs}::int4 * n * interval '1 ms', 1, 1, 1, 1, n, 1, 'SMS', 'IMMEDIATE', 'AT&T',
      'handset', '+12025550100', '+12025550200', 1000, now(), now()
    from generate_series(1, ${count}::int4) n`.execute(database.db);
  await chunkPlacedMessages(database.db);
}
