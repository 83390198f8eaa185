/** A phone stays with its partner while tests would send to it from offices of others (DIR-2, 3). */
import { calls } from '@textprobe/contract/calls';
import { countBlocked } from '@textprobe/database/testing/count-blocked';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PAYLOAD } from '../../testing/payload.ts';
import { at } from '../../testing/test-client.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();
const ACORN = 1;
const BIRCH = 2;
/** Offices of Acorn and of Birch. */
const [ACORNS, BIRCHES] = [1, 5];
const OTHER_PHONE = 2;
const SCHEDULED = {
  ...PAYLOAD,
  partnerIDs: [],
  clientIDs: [],
  testType: 'SCHEDULED',
  scheduledTimestamp: '2099-11-21 10:00:00.000',
};

let number = 2_000;
async function newPhone(partnerId: number | null) {
  number += 1;
  const body = {
    name: `Phone ${number}`,
    phoneNumber: `+1213555${number}`,
    carrier: 'AT&T',
    evidence: 'handset',
    partnerId,
  };
  const { id } = await client.call(calls.createPhone, { body });
  return { id, body };
}
type Phone = Awaited<ReturnType<typeof newPhone>>;

async function move({ id, body }: Phone, partnerId: number | null): Promise<string> {
  const read = await client.send('GET', at(calls.readPhone, id).path);
  const headers = { 'if-match': read.headers.get('etag') ?? '' };
  const changed = await client.send('PUT', at(calls.replacePhone, id).path, {
    body: { ...body, partnerId },
    headers,
  });
  const { code, errors = [] } = (await changed.json()) as { code?: string; errors?: { field: string }[] };
  return [changed.status, code, ...errors.map(({ field }) => field)].join(' ').trim();
}

test('DIR-2 a phone moves to another partner only once no test has yet to send to it from offices of others', async () => {
  const phone = await newPhone(null);
  const create = (more: object) => client.call(calls.createTest, { body: { ...SCHEDULED, ...more } });
  const { testId } = await create({ officeIDs: [ACORNS], phoneIDs: [phone.id] });
  const recurring = await create({
    testType: 'RECURRING',
    recurrenceRule: { frequency: 'days', time: '10:30' },
    pairs: [
      { officeID: BIRCHES, phoneID: OTHER_PHONE },
      { officeID: ACORNS, phoneID: phone.id },
    ],
    officeIDs: [],
    phoneIDs: [],
  });
  // The office of Acorn sends to another phone only.
  await create({
    pairs: [
      { officeID: ACORNS, phoneID: OTHER_PHONE },
      { officeID: BIRCHES, phoneID: phone.id },
    ],
    officeIDs: [],
    phoneIDs: [],
  });
  expect(await move(phone, BIRCH)).toBe('409 directory.in-use partnerId');
  const headers = { 'content-type': 'application/json' };
  const { name, phoneNumber, carrier } = phone.body;
  const file = JSON.stringify({ phones: [{ name, phoneNumber, carrier, partner: 'Birch' }] });
  const refused = await client.problem(calls.importDirectory, { body: file, headers });
  expect(refused).toMatchObject({
    code: 'directory.file-wrong',
    errors: [
      {
        field: expect.stringContaining('partner'),
        message: expect.stringContaining(
          '2 tests have yet to send to this phone from offices of other partners. Delete or end them first, or leave the phone out of them.',
        ),
      },
    ],
  });
  await client.call(calls.deleteTest, { query: { testId } });
  await client.call(calls.deleteTest, { query: { testId: recurring.testId } });
  expect(await move(phone, BIRCH)).toBe('200');
});

test('DIR-2 a test that has begun to send holds a phone until its messages exist, and sharing a phone is always possible', async () => {
  const phone = await newPhone(ACORN);
  await client.call(calls.createTest, {
    body: { ...PAYLOAD, partnerIDs: [], clientIDs: [], officeIDs: [ACORNS], phoneIDs: [phone.id] },
  });
  expect(await move(phone, BIRCH)).toBe('409 directory.in-use partnerId');
  expect(await move(phone, null)).toBe('200');
});

test('DIR-2 a phone whose test is being stored does not move to another partner', async () => {
  const phone = await newPhone(ACORN);
  const body = { ...SCHEDULED, officeIDs: [ACORNS], phoneIDs: [phone.id] };
  const [created, moved] = await server.db.transaction().execute(async (tx) => {
    // The test has locked its recipients, and cannot be inserted yet.
    await sql`lock table tests in share mode`.execute(tx);
    const creating = client.call(calls.createTest, { body });
    await expect.poll(() => countBlocked(server.db)).toBe(1);
    const moving = move(phone, BIRCH);
    await expect.poll(() => countBlocked(server.db)).toBe(2);
    return [creating, moving];
  });
  await created;
  expect(await moved).toBe('409 directory.in-use partnerId');
});
