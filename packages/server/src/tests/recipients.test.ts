/** Resolution of a payload's recipients, over HTTP. */
import { calls } from '@textprobe/contract/calls';
import type { Test } from '@textprobe/contract/tests';
import { expect, test } from 'vitest';
import { PAYLOAD } from '../testing/payload.ts';
import { openTestServer } from '../testing/test-server.ts';

const { server, client } = await openTestServer();

const { createTest, updateTest } = calls;

function create(changes: object = {}): Promise<Test> {
  return client.call(createTest, { body: { ...PAYLOAD, ...changes } });
}

test('CREATE-20 accepts an empty body', async () => {
  expect(await create({ messageBody: '' })).toMatchObject({ messageBody: '' });
});

test('CREATE-20 refuses a test without phones or offices, in create and update', async () => {
  const noRecipients = { ...PAYLOAD, clientIDs: [], officeIDs: [], phoneIDs: [] };
  const created = await client.problem(createTest, { body: noRecipients });
  expect(created).toMatchObject({ status: 422, code: 'recipients.none' });
  expect(created.errors?.map((error) => error.field)).toEqual(['officeIDs', 'phoneIDs']);
  const { testId } = await create();
  expect(await client.refusal(updateTest, { body: { ...noRecipients, testId, partnerID: 1 } })).toBe(
    '422 recipients.none',
  );
});

test('CREATE-21 without offices takes all of the clients, and without clients all of the partners', async () => {
  expect(await create({ officeIDs: [], clientIDs: [1, 2] })).toMatchObject({
    officeIDs: { officeIDs: [1, 2, 3, 4] },
    clientIDs: { clientIDs: [1, 2] },
  });
  expect(await create({ officeIDs: [], clientIDs: [], partnerIDs: [2] })).toMatchObject({
    partnerId: 2,
    officeIDs: { officeIDs: [5, 6, 7, 8] },
    clientIDs: { clientIDs: [3, 4] },
  });
});

test('CREATE-21 the fallback [1] alone selects no office', async () => {
  const problem = await client.problem(createTest, {
    body: { ...PAYLOAD, clientIDs: [], officeIDs: [], partnerIDs: [1] },
  });
  expect(problem).toMatchObject({ status: 422, code: 'recipients.none', errors: [{ field: 'officeIDs' }] });
});

test('CREATE-21 partners are derived from the offices, whatever partner ids are sent', async () => {
  const made = await create({ partnerIDs: [1], clientIDs: [], officeIDs: [8, 1] });
  expect(made).toMatchObject({ partnerId: 2, partnerIDs: [2, 1], clientIDs: { clientIDs: [4, 1] } });
});

test('CREATE-21 refuses an office outside the chosen clients by its id', async () => {
  const problem = await client.problem(createTest, {
    body: { ...PAYLOAD, clientIDs: [1], officeIDs: [1, 3] },
  });
  expect(problem).toMatchObject({ status: 422, code: 'body.invalid' });
  expect(problem.errors).toEqual([
    {
      field: 'officeIDs',
      code: 'outside',
      message: 'These offices do not belong to the chosen clients: 3.',
    },
  ]);
});

test('CREATE-21 unknown ids are named under their fields', async () => {
  const body = { ...PAYLOAD, clientIDs: [1, 77], officeIDs: [1, 88], phoneIDs: [99] };
  const problem = await client.problem(createTest, { body });
  expect(problem.errors?.map(({ field, message }) => `${field}: ${message}`)).toEqual([
    'clientIDs: There is no client with id 77.',
    'officeIDs: There is no office with id 88.',
    'phoneIDs: There is no test phone with id 99.',
  ]);
  const partner = { ...PAYLOAD, clientIDs: [], officeIDs: [], partnerIDs: [55] };
  expect(await client.problem(createTest, { body: partner })).toMatchObject({
    errors: [{ field: 'partnerIDs', message: 'There is no partner with id 55.' }],
  });
});

test('CREATE-21 an update without clients and offices takes all of its partner, unless that is the fallback 1', async () => {
  const { testId } = await create();
  const body = {
    testId,
    phoneIDs: { phoneIDs: [1] },
    clientIDs: { clientIDs: [] },
    officeIDs: { officeIDs: [] },
  };
  const changed = await client.call(updateTest, { body: { ...body, partnerID: 2 } });
  expect(changed).toMatchObject({ partnerId: 2, officeIDs: { officeIDs: [5, 6, 7, 8] } });
  expect(await client.refusal(updateTest, { body })).toBe('422 recipients.none');
  expect(await client.problem(updateTest, { body: { ...body, partnerID: 55 } })).toMatchObject({
    errors: [{ field: 'partnerID', message: 'There is no partner with id 55.' }],
  });
});

test('EVIDENCE-5 a test keeps chosen pairs, each once, and its partners and clients are those of their offices', async () => {
  const chosen = [
    { officeID: 5, phoneID: 2 },
    { officeID: 1, phoneID: 1 },
    { officeID: 5, phoneID: 2 },
    { officeID: 5, phoneID: 1 },
  ];
  const made = await create({ clientIDs: [], officeIDs: [], phoneIDs: [], partnerIDs: [1], pairs: chosen });
  const expected = {
    partnerIDs: [2, 1],
    clientIDs: { clientIDs: [3, 1] },
    officeIDs: { officeIDs: [5, 1] },
    phoneIDs: { phoneIDs: [2, 1] },
    pairs: [chosen[0], chosen[1], chosen[3]],
    messagesPerRun: 3,
  };
  expect(made).toMatchObject(expected);
  // An update without pairs sends to every office and phone again.
  const changed = await client.call(updateTest, { body: { ...PAYLOAD, testId: made.testId, partnerID: 1 } });
  expect(changed).toMatchObject({ pairs: null, messagesPerRun: 6 });
});

test('EVIDENCE-5 refuses pairs in addition to offices or phones, with unknown ids, and more than 5,000', async () => {
  const none = { ...PAYLOAD, clientIDs: [], officeIDs: [], phoneIDs: [] };
  const fieldsOf = async (body: object) =>
    (await client.problem(createTest, { body: { ...none, ...body } })).errors?.map(
      ({ field, message }) => `${field}: ${message}`,
    );
  const pair = { officeID: 1, phoneID: 1 };
  expect(await fieldsOf({ pairs: [pair], phoneIDs: [1] })).toEqual([
    'pairs: Send either pairs, or officeIDs and phoneIDs.',
  ]);
  expect(await fieldsOf({ pairs: [pair, { officeID: 88, phoneID: 99 }] })).toEqual([
    'pairs: There is no office with id 88.',
    'pairs: There is no test phone with id 99.',
  ]);
  expect(await fieldsOf({ pairs: Array.from({ length: 5_001 }, () => pair) })).toEqual([
    'pairs: A test has at most 5,000 pairs.',
  ]);
});

test('CREATE-20 refuses a test of more than 100,000 messages, with the total', async () => {
  const phones = await server.db
    .insertInto('test_phones')
    .values(
      Array.from({ length: 9_000 }, (_, i) => ({
        name: `P${i}`,
        phone_number: `+1999${i}`,
        carrier: 'AT&T',
      })),
    )
    .returning('id')
    .execute();
  const officeIds = Array.from({ length: 12 }, (_, i) => i + 9);
  await server.db
    .insertInto('offices')
    .values(officeIds.map((id) => ({ id, client_id: 1, name: `Office ${id}`, phone_number: '+12025550100' })))
    .execute();
  const body = { phoneIDs: phones.map((phone) => phone.id), officeIDs: officeIds };
  const problem = await client.problem(createTest, { body });
  expect(problem).toMatchObject({ status: 422, code: 'recipients.too-many' });
  expect(problem.detail).toContain(
    '12 offices and 9000 phones make 108,000 messages; a test sends at most 100,000.',
  );
});

test('ACCT-2 only offices of its own partner send to a phone of one partner, in create and update', async () => {
  const phone = { name: 'Birch desk', phoneNumber: '+12025550199', carrier: 'AT&T', evidence: 'handset' };
  const { id } = await client.call(calls.createPhone, { body: { ...phone, partnerId: 2 } });
  const { testId } = await create({ testType: 'SCHEDULED', scheduledTimestamp: '2099-11-21 10:00:00.000' });
  const pairs = [
    { officeID: 5, phoneID: id },
    { officeID: 1, phoneID: id },
  ];
  const choices: readonly (readonly [string, object])[] = [
    ['phoneIDs', { phoneIDs: [1, id] }],
    ['phoneIDs', { clientIDs: [], officeIDs: [5, 1], phoneIDs: [1, id] }],
    ['pairs', { clientIDs: [], officeIDs: [], phoneIDs: [], pairs }],
  ];
  const message =
    'Only offices of its own partner can send to Birch desk. Use a shared phone, or make a test for each partner.';
  const refused = (field: string) => ({
    status: 422,
    code: 'body.invalid',
    errors: [{ field, code: 'elsewhere', message }],
  });
  for (const [field, chosen] of choices) {
    const body = { ...PAYLOAD, ...chosen };
    expect(await client.problem(createTest, { body })).toMatchObject(refused(field));
    const { partnerIDs: _, ...rest } = body;
    expect(await client.problem(updateTest, { body: { ...rest, testId } })).toMatchObject(refused(field));
  }
  expect(await create({ clientIDs: [], officeIDs: [5, 6], phoneIDs: [1, id] })).toMatchObject({
    messagesPerRun: 4,
  });
  const own = [
    { officeID: 5, phoneID: id },
    { officeID: 1, phoneID: 1 },
  ];
  const mixed = { clientIDs: [], officeIDs: [], phoneIDs: [], pairs: own };
  expect(await create(mixed)).toMatchObject({ partnerIDs: [2, 1] });
});
