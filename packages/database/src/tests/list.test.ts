/** The list of tests finds a page and its total without reading more than it must, whatever the statistics say (OVERVIEW-2). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { recordPlans } from '../testing/explain-plans.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { listTestsPage, type TestFilter } from './list.ts';

const TESTS = 20_000;
const PHONES = 200;

const database = await createTestDatabase();
const recorder = recordPlans(database.db);
afterAll(() => database.drop());

/** A tenth of the phones are Verizon's, in a third of the tests; Sprint's are in none. */
async function fill(): Promise<void> {
  const { db } = database;
  await sql`truncate tests, test_phones cascade`.execute(db);
  await sql`
    insert into test_phones (id, name, phone_number, carrier)
    select n, 'Phone', '+1' || n, case when n <= ${PHONES / 10} then 'Verizon' when n > ${PHONES / 2} then 'Sprint' else 'AT&T' end
    from generate_series(1, ${PHONES}::integer) n`.execute(db);
  await sql`
    insert into tests (test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids, created_at, updated_at)
    select 'IMMEDIATE', 'SMS', case when n % 2000 = 7 then 'A Zebra' else 'Your code' end, '{1}', '{1}', '{1}',
      array[case when n % 3 = 0 then 1 + n % 20 else 30 + n % 50 end], now() - n * interval '1 minute', now()
    from generate_series(1, ${TESTS}::integer) n`.execute(db);
}

const statistics = {
  'that are current': async () => {
    await fill();
    await sql`vacuum analyze tests`.execute(database.db);
  },
  'from before any test': async () => {
    await sql`truncate tests cascade`.execute(database.db);
    await sql`analyze tests`.execute(database.db);
    await fill();
  },
};

describe.each(Object.entries(statistics))('with statistics %s', (_when, make) => {
  beforeAll(make);

  async function list(filter: TestFilter): Promise<{ total: number; plan: string }> {
    const { total } = await listTestsPage(recorder.db, ALL_PARTNERS, filter, { offset: 0, limit: 10 });
    return { total, plan: (await recorder.take()).join('\n') };
  }

  test('OVERVIEW-2 a search reads the tests once, for page and total', async () => {
    for (const [text, expected] of [
      ['zebra', TESTS / 2_000],
      ['your code', TESTS - TESTS / 2_000],
    ] as const) {
      const { total, plan } = await list({ text });
      expect(total).toBe(expected);
      // Before the statement itself, the plans contain that of its part `found`.
      const [, whole = ''] = plan.split('CTE found');
      expect(whole.match(/body_lower/g), plan).toHaveLength(1);
    }
  });

  test.each([
    ['verizon', Math.floor(TESTS / 3)],
    ['sprint', 0],
  ])('OVERVIEW-2 the carrier %s finds its tests in the index', async (carrier, expected) => {
    const { total, plan } = await list({ carrier });
    expect(total).toBe(expected);
    expect(plan).toContain('Index Scan on tests_phones');
    expect(plan).not.toContain('Seq Scan on tests ');
  });

  test('OVERVIEW-2 days are counted in rollups, and their page is found in an index', async () => {
    const { total, plan } = await list({ firstDay: '2020-01-01', lastDay: '2020-01-31' });
    expect(total).toBe(0);
    expect(plan).not.toContain('Seq Scan on tests ');
  });
});
