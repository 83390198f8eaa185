/** The stored spellings equal what the domain learns from all ids, however many processes learn at once. */
import {
  DECIMAL_AFTER,
  NO_SPELLINGS,
  type SpellingsSeen,
  seeIds,
} from '@textprobe/domain/message-id-spelling';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { noteAccounts } from '../gateways/gateway-accounts.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { keepIdSpellings, readIdSpellings } from './id-spellings.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

let gatewayId = 0;
const decimals = (first: number, count: number) =>
  Array.from({ length: count }, (_, nth) => String(first + nth));

function seen(answers: readonly string[], receipts: readonly string[] = []): SpellingsSeen {
  return {
    answers: seeIds(NO_SPELLINGS.answers, answers),
    receipts: seeIds(NO_SPELLINGS.receipts, receipts),
  };
}

const keep = (spellings: SpellingsSeen) =>
  database.db.transaction().execute((tx) => keepIdSpellings(tx, gatewayId, spellings));

async function known(): Promise<SpellingsSeen | undefined> {
  const spellings = await database.db.transaction().execute((tx) => readIdSpellings(tx, [gatewayId]));
  return spellings.get(gatewayId)?.own;
}

test('two processes that learn at once lose nothing: the ids of both count, and a letter seen by one discards the earlier ids', async () => {
  gatewayId += 1;
  await keep(seen(decimals(100, 10), decimals(100, 10)));
  const first = await database.db.startTransaction().execute();
  await keepIdSpellings(first, gatewayId, seen(decimals(200, 11), ['1f']));
  // Waits for the first, and has seen nothing of it.
  const second = keep(seen(decimals(300, 11), decimals(300, 2)));
  await first.commit().execute();
  await second;
  expect(await known()).toEqual({
    answers: {
      lettered: false,
      plain: [...decimals(100, 10), ...decimals(200, 11), ...decimals(300, 11)],
    },
    receipts: { lettered: true, plain: decimals(300, 2) },
  });
});

test('what the other gateways of an account have shown is read along with a gateway’s own', async () => {
  const [one, other, elsewhere] = [9_001, 9_002, 9_003];
  const rows = [one, other, elsewhere].map((id) => ({ id, name: `gateway ${id}`, kind: 'smpp' }));
  await database.db.insertInto('gateways').values(rows).execute();
  const ofOther = seen(decimals(100, 40), ['1f']);
  const known = await database.db.transaction().execute(async (tx) => {
    await noteAccounts(tx, [
      { gatewayId: one, account: 'shared' },
      { gatewayId: other, account: 'shared' },
      { gatewayId: elsewhere, account: 'another' },
    ]);
    await keepIdSpellings(tx, other, ofOther);
    return readIdSpellings(tx, [one, elsewhere]);
  });
  expect([...known]).toEqual([[one, { own: NO_SPELLINGS, others: [ofOther] }]]);
});

test('ids stored in several transactions show the same spellings as ids seen in one sequence', async () => {
  const ids = fc.array(
    fc.integer({ min: 10, max: 80 }).map((id) => id.toString(id % 5 === 0 ? 16 : 10)),
    {
      maxLength: 2 * DECIMAL_AFTER,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ answers: ids, receipts: ids }), { minLength: 1, maxLength: 4 }),
      async (batches) => {
        gatewayId += 1;
        for (const { answers, receipts } of batches) await keep(seen(answers, receipts));
        const inARow = seen(
          batches.flatMap(({ answers }) => answers),
          batches.flatMap(({ receipts }) => receipts),
        );
        expect(await known()).toEqual(inARow);
      },
    ),
    { numRuns: 50 },
  );
});
