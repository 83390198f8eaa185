/** Recipient sets over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { SET_LIMIT } from '@textprobe/contract/recipient-sets';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { at } from '../../testing/test-client.ts';
import { openTestServer, USERNAME } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();

const { recipientSets, createRecipientSet, replaceRecipientSet, deleteRecipientSet } = calls;

const NIGHTLY = {
  name: 'Nightly smoke',
  partnerIds: [1],
  clientIds: null,
  officeIds: [1, 3],
  phoneIds: [1, 2],
};

beforeEach(async () => {
  await server.db.deleteFrom('recipient_sets').execute();
});

test('EVIDENCE-7 a set keeps exactly the choice, is listed by name, replaced and deleted', async () => {
  const made = await client.call(createRecipientSet, { body: { ...NIGHTLY, name: '  Nightly smoke ' } });
  const begun = formatLosAngeles(server.clock.now());
  expect(made).toEqual({
    ...NIGHTLY,
    id: expect.any(Number),
    missing: { partners: 0, clients: 0, offices: 0, phones: 0 },
    createdBy: USERNAME,
    createdAt: begun,
    updatedAt: begun,
  });
  const everything = { partnerIds: null, clientIds: null, officeIds: null, phoneIds: [] };
  const other = await client.call(createRecipientSet, { body: { ...everything, name: 'all of it' } });
  expect(await client.call(recipientSets)).toEqual([other, made]);

  await server.clock.advance(60_000);
  const body = { ...NIGHTLY, name: 'NIGHTLY SMOKE', officeIds: null, phoneIds: [3] };
  const replaced = await client.call(at(replaceRecipientSet, made.id), { body });
  expect(replaced).toMatchObject({
    ...body,
    createdAt: begun,
    updatedAt: formatLosAngeles(server.clock.now()),
  });

  await client.call(at(deleteRecipientSet, other.id));
  expect(await client.call(recipientSets)).toEqual([replaced]);
  expect(await client.refusal(at(deleteRecipientSet, other.id))).toBe('404 recipient-set.unknown');
  const renamed = { body: { ...body, name: 'Other' } };
  expect(await client.refusal(at(replaceRecipientSet, other.id), renamed)).toBe('404 recipient-set.unknown');
});

test('EVIDENCE-7 a name that exists, case-insensitive, is a conflict in its field', async () => {
  await client.call(createRecipientSet, { body: NIGHTLY });
  const other = await client.call(createRecipientSet, { body: { ...NIGHTLY, name: 'Other' } });
  const message = 'There is a set with this name. Choose another name, or replace it.';
  const taken = {
    status: 409,
    code: 'recipient-set.name-taken',
    detail: message,
    errors: [{ field: 'name', message }],
  };
  const body = { ...NIGHTLY, name: 'nightly SMOKE' };
  expect(await client.problem(createRecipientSet, { body })).toMatchObject(taken);
  expect(await client.problem(at(replaceRecipientSet, other.id), { body })).toMatchObject(taken);
});

test('EVIDENCE-7 limits are reported in their fields: the name, the ids of one kind, an empty choice', async () => {
  const errorsOf = async (change: object) =>
    (await client.problem(createRecipientSet, { body: { ...NIGHTLY, ...change } })).errors?.map(
      ({ field, message }) => [field, message],
    );
  expect(await errorsOf({ name: ' ' })).toEqual([['name', 'Enter a name.']]);
  expect(await errorsOf({ name: 'x'.repeat(61) })).toEqual([['name', 'Must have at most 60 characters.']]);
  const many = Array.from({ length: 1_001 }, (_, index) => index + 1);
  expect(await errorsOf({ officeIds: many })).toEqual([
    ['officeIds', 'A set holds at most 1,000 offices. Choose All, or save several sets.'],
  ]);
  expect(await errorsOf({ phoneIds: many })).toEqual([['phoneIds', 'A set holds at most 1,000 phones.']]);
  expect(await errorsOf({ partnerIds: [], phoneIds: [] })).toEqual([
    ['partnerIds', 'Choose at least one partner or phone.'],
  ]);
});

test('EVIDENCE-7 there are at most 200 sets, even if two are saved at once', async () => {
  const names = Array.from({ length: SET_LIMIT - 1 }, (_, index) => `Set ${index}`);
  const now = new Date(server.clock.now()).toISOString();
  await server.db
    .insertInto('recipient_sets')
    .columns(['name', 'phone_ids', 'shared_partner_ids', 'created_at', 'updated_at'])
    .expression(
      sql`select name, '{1}'::int4[], '{1}'::int4[], ${now}::timestamptz, ${now}::timestamptz from unnest(${names}::text[]) name`,
    )
    .execute();
  const save = (name: string) => client.send('POST', createRecipientSet.path, { body: { ...NIGHTLY, name } });
  const answers = await Promise.all([save('One'), save('Two')]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  expect(await client.problem(createRecipientSet, { body: { ...NIGHTLY, name: 'Three' } })).toMatchObject({
    code: 'recipient-set.too-many',
    errors: [{ field: 'name', message: 'There are 200 sets, the most that can be saved. Delete one first.' }],
  });
});

test('EVIDENCE-7 ids that no longer exist are left out and counted', async () => {
  const body = {
    ...NIGHTLY,
    partnerIds: [1, 901],
    clientIds: [1, 902],
    officeIds: [903],
    phoneIds: [2, 2, 904, 905],
  };
  expect(await client.call(createRecipientSet, { body })).toMatchObject({
    partnerIds: [1],
    clientIds: [1],
    officeIds: [],
    phoneIds: [2],
    missing: { partners: 1, clients: 1, offices: 1, phones: 2 },
  });
});
