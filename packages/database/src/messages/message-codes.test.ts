/** Finding messages by their codes, in months whose codes are stored, computed, or both. */
import { monthIndexOf, startOfMonth } from '@textprobe/domain/utc-month';
import { spellMessageCode } from '@textprobe/domain/message-code';
import { type RawNode, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sqlTime } from '../connection.ts';
import { realClock } from '../testing/real-clock.ts';
import { chunkPlacedMessages } from '../testing/placed-messages.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type CodeCandidate, type CodeMatch, findMessagesByCode } from './message-codes.ts';
import type { MessageKey } from './message-row.ts';
import { type MessageCodes, openMessageCodes } from './permuted-codes.ts';

const MONTH = monthIndexOf(realClock.now());
const THIS_MONTH = startOfMonth(MONTH) + 60_000;
const LAST_MONTH = startOfMonth(MONTH - 1) + 60_000;
const PHONE = 3;

let database: TestDatabase;
let codes: MessageCodes;
// One for each test: whether a month has stored codes is asked once.
beforeEach(async () => {
  database = await createTestDatabase();
  codes = await openMessageCodes(database.db);
  await sql`
    insert into tests (id, test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids, created_at, updated_at)
    values (1, 'IMMEDIATE', 'SMS', 'Hello {first_name}', '{}', '{}', '{}', '{}', now(), now())`.execute(
    database.db,
  );
});
afterEach(() => database.drop());

/** @param of.code null: computed from its id */
async function insertMessage(of: {
  createdAt: number;
  code: string | null;
  phoneId?: number;
  filledBody?: string | null;
}): Promise<MessageKey> {
  const { createdAt, code, phoneId = PHONE, filledBody = null } = of;
  const at = sqlTime(createdAt);
  const { rows } = await sql<{ id: number }>`
    insert into messages (created_at, run_id, test_id, office_id, phone_id, gateway_id, message_type, test_type, carrier,
      evidence, code, sender, recipient, filled_body, deadline_ms, deadline_at)
    values (${at}, 1, 1, 1, ${phoneId}, 1, 'SMS',
      'IMMEDIATE', 'AT&T', 'handset', ${code}, '+12025550100', '+12025550200', ${filledBody}, 1000, ${at})
    returning id`.execute(database.db);
  await chunkPlacedMessages(database.db);
  return { id: rows[0]?.id ?? 0, createdAt };
}

/** As an arrival means them: the likeliest first. */
function meaning(arrival: number, ...meant: readonly (readonly [code: string, month: number])[]) {
  return meant.map(
    ([code, monthIndex], preference): CodeCandidate => ({
      arrival,
      preference,
      code,
      monthIndex,
      phoneId: null,
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
/** A code of that month whose number stands for this id. */
const codeOfId = (id: number, monthIndex: number) => codeOf({ id, createdAt: startOfMonth(monthIndex) });

test('a month may hold messages of both kinds, and each is found by its code', async () => {
  const stored = await insertMessage({ createdAt: THIS_MONTH, code: 'J7ABC0DEF1G', filledBody: 'Hello Ann' });
  const computed = await insertMessage({ createdAt: THIS_MONTH, code: null });
  const older = await insertMessage({ createdAt: LAST_MONTH, code: null });
  const found = await find([
    ...meaning(0, ['J7ABC0DEF1G', MONTH]),
    ...meaning(1, [codeOf(computed), MONTH]),
    ...meaning(2, [codeOf(older), MONTH - 1]),
    ...meaning(3, [spellMessageCode(1, MONTH), MONTH]),
  ]);
  const shared = { preference: 0, sender: '+12025550100', messageType: 'SMS' };
  expect(found).toEqual([
    { arrival: 0, code: 'J7ABC0DEF1G', body: 'Hello Ann', ...stored, ...shared },
    { arrival: 1, code: codeOf(computed), body: 'Hello {first_name}', ...computed, ...shared },
    { arrival: 2, code: codeOf(older), body: 'Hello {first_name}', ...older, ...shared },
  ]);
});

test('two reports of one message, and one that comes twice, each find it', async () => {
  const computed = await insertMessage({ createdAt: THIS_MONTH, code: null });
  await insertMessage({ createdAt: THIS_MONTH, code: 'J7ABC0DEF1G' });
  const found = await find([
    ...meaning(0, [codeOf(computed), MONTH]),
    ...meaning(1, [codeOf(computed), MONTH]),
    ...meaning(2, ['J7ABC0DEF1G', MONTH]),
    ...meaning(3, ['J7ABC0DEF1G', MONTH]),
  ]);
  expect(found.map(({ arrival }) => arrival)).toEqual([0, 1, 2, 3]);
});

test('the id in a code does not name a message that has a stored code', async () => {
  const stored = await insertMessage({ createdAt: THIS_MONTH, code: 'J7ABC0DEF1G' });
  expect(await find(meaning(0, [codeOf(stored), MONTH]))).toEqual([]);
});

test('a stored code names its message alone, though the id in it be that of another', async () => {
  const other = await insertMessage({ createdAt: THIS_MONTH, code: null });
  const collision = codeOf(other);
  const stored = await insertMessage({ createdAt: THIS_MONTH, code: collision });
  expect(await find(meaning(0, [collision, MONTH]))).toMatchObject([stored]);
  // Where the stored one is out of question, it is the other that is meant.
  await sql`update messages set phone_id = 9 where id = ${stored.id}`.execute(database.db);
  const [candidate] = meaning(0, [collision, MONTH]);
  expect(await find([{ ...(candidate as CodeCandidate), phoneId: PHONE }])).toMatchObject([other]);
});

test('a code counts in its own month only', async () => {
  const older = await insertMessage({ createdAt: LAST_MONTH, code: null });
  await insertMessage({ createdAt: LAST_MONTH, code: 'J7ABC0DEF1G' });
  // Both months are looked at together, and each code is held to its own.
  const found = await find([
    ...meaning(0, [codeOfId(older.id, MONTH), MONTH]),
    ...meaning(1, ['J7ABC0DEF1G', MONTH]),
    ...meaning(2, [codeOf(older), MONTH - 1]),
  ]);
  expect(found.map(({ arrival }) => arrival)).toEqual([2]);
});

test('a phone that has proven itself confirms its own messages only', async () => {
  const keys = [
    await insertMessage({ createdAt: THIS_MONTH, code: null }),
    await insertMessage({ createdAt: THIS_MONTH, code: 'J7ABC0DEF1G' }),
  ];
  const wanted = [codeOf(keys[0] as MessageKey), 'J7ABC0DEF1G'].flatMap((code, arrival) =>
    meaning(arrival, [code, MONTH]),
  );
  expect(await find(wanted.map((one) => ({ ...one, phoneId: PHONE })))).toMatchObject(keys);
  expect(await find(wanted.map((one) => ({ ...one, phoneId: PHONE + 1 })))).toEqual([]);
});

test('of several codes the likeliest that exists counts, of whichever kind it is', async () => {
  const computed = await insertMessage({ createdAt: THIS_MONTH, code: null });
  const stored = await insertMessage({ createdAt: THIS_MONTH, code: 'J7ABC0DEF1G' });
  const unknown = spellMessageCode(1, MONTH);
  const found = await find([
    ...meaning(0, [unknown, MONTH], ['J7ABC0DEF1G', MONTH], [codeOf(computed), MONTH]),
    ...meaning(1, [unknown, MONTH], [codeOf(computed), MONTH], ['J7ABC0DEF1G', MONTH]),
    ...meaning(2, [unknown, MONTH]).toReversed(),
    ...meaning(3, [codeOf(computed), MONTH], [unknown, MONTH]).toReversed(),
  ]);
  expect(found.map(({ arrival, preference, id }) => [arrival, preference, id])).toEqual([
    [0, 1, stored.id],
    [1, 1, computed.id],
    [3, 0, computed.id],
  ]);
});

test('a message that waits in the default partition for its month is found', async () => {
  const far = startOfMonth(MONTH + 9);
  const computed = await insertMessage({ createdAt: far, code: null });
  await insertMessage({ createdAt: far, code: 'J7ABC0DEF1G' });
  const found = await find([
    ...meaning(0, [codeOf(computed), MONTH + 9]),
    ...meaning(1, ['J7ABC0DEF1G', MONTH + 9]),
  ]);
  expect(found.map(({ arrival }) => arrival)).toEqual([0, 1]);
});

test.each([
  ['none', ['pkey']],
  ['some', ['code', 'pkey']],
])(
  'a batch is read by the indexes of its month alone, though statistics lag behind: stored codes %s',
  async (stored, indexes) => {
    // Of one instant, as a large run: by statistics alone the instant says nothing and the id everything.
    await fillMonth(20_000, 0);
    await sql`vacuum analyze messages`.execute(database.db);
    await fillMonth(2_000, 1);
    if (stored === 'some') await insertMessage({ createdAt: THIS_MONTH, code: 'J7ABC0DEF1G' });
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
    expect([...new Set(read)].sort()).toEqual(indexes.map((index) => `${leaf}_${index}`));
    expect(plans.filter((line) => line.includes('Index Cond'))).toContainEqual(
      expect.stringMatching(/created_at = .* AND \(id = /u),
    );
  },
);

async function fillMonth(count: number, apartMs: number): Promise<void> {
  await sql`
    insert into messages (created_at, run_id, test_id, office_id, phone_id, gateway_id, message_type, test_type, carrier,
      evidence, sender, recipient, deadline_ms, deadline_at)
    select ${sqlTime(THIS_MONTH)} + ${apartMs}::int4 * n * interval '1 ms', 1, 1, 1, n, 1, 'SMS', 'IMMEDIATE', 'AT&T',
      'handset', '+12025550100', '+12025550200', 1000, now()
    from generate_series(1, ${count}::int4) n`.execute(database.db);
  await chunkPlacedMessages(database.db);
}
