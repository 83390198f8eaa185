/** Finds rows in the seeded data that the queries use. */
import type { Client } from 'pg';

export interface Landmarks {
  readonly tests: number;
  readonly messages: number;
  readonly partnerId: number;
  readonly clientId: number;
  readonly officeId: number;
  readonly testOf50: number;
  /** The cursor of a message in the middle of the year, as in X-Next-Cursor. */
  readonly cursor: string;
  /** The first and last day of a month half a year ago. */
  readonly from: string;
  readonly until: string;
}

const MONTH_DAYS = 30;

export async function findLandmarks(client: Client): Promise<Landmarks> {
  const one = async (text: string) => ((await client.query(text)).rows[0] ?? {}) as Record<string, string>;
  const { tests } = await one('select count(*) as tests from tests');
  const { messages } = await one('select sum(messages) as messages from hourly_rollups');
  const middle = await one(
    `select first_id as id, round(extract(epoch from created_at) * 1000) as at, created_at::date::text as day from chunks
      where origin and first_id <= (select max(first_id) / 2 from chunks) order by first_id desc limit 1`,
  );
  const ofTest = await one(
    `select id from tests where test_type = 'IMMEDIATE' and cardinality(office_ids) * cardinality(phone_ids) = 50
      order by created_at limit 1 offset 5`,
  );
  const office = await one('select id, client_id from offices where id = (select max(id) / 2 from offices)');
  const partner = await one(`select partner_id from clients where id = ${Number(office.client_id)}`);
  const from = Date.parse(`${String(middle.day)}T00:00:00Z`);
  return {
    tests: Number(tests),
    messages: Number(messages),
    partnerId: Number(partner.partner_id),
    clientId: Number(office.client_id),
    officeId: Number(office.id),
    testOf50: Number(ofTest.id),
    cursor: `${String(middle.at)}.${String(middle.id)}`,
    from: dayOf(from),
    until: dayOf(from + (MONTH_DAYS - 1) * 24 * 3_600_000),
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
