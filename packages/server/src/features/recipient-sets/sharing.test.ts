/** Recipient sets and shared views among accounts of different partners, Acorn (1) and Birch (2) of the filled directory. */

import { calls } from '@textprobe/contract/calls';
import { SET_LIMIT } from '@textprobe/contract/recipient-sets';
import { VIEW_LIMIT } from '@textprobe/contract/saved-views';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { logInAs } from '../../testing/scope-sides.ts';
import { at, type TestClient } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD } from '../../testing/test-server.ts';

const { server, client: admin } = await openTestServer();
const passwordHash = await hashPassword(PASSWORD);
const logIn = (username: string, partnerIds: readonly number[]) =>
  logInAs(server, { username, partnerIds, role: 'operator', passwordHash });
const acorn = await logIn('acorn', [1]);
const birch = await logIn('birch', [2]);
const both = await logIn('both', [2, 1]);
const none = await logIn('none', []);
const other = await logIn('other', []);

const ALL = { partnerIds: null, clientIds: null, officeIds: null, phoneIds: [] };
/** The bodies name no partner, Acorn, Birch, and both. */
const KINDS = [
  {
    noun: 'set',
    table: 'recipient_sets',
    limit: SET_LIMIT,
    list: calls.recipientSets,
    create: calls.createRecipientSet,
    replace: calls.replaceRecipientSet,
    remove: calls.deleteRecipientSet,
    open: ALL,
    acorn: { ...ALL, officeIds: [1] },
    birch: { ...ALL, partnerIds: [2] },
    both: { ...ALL, clientIds: [1, 3] },
    field: 'partnerIds',
  },
  {
    noun: 'view',
    table: 'saved_views',
    limit: VIEW_LIMIT,
    list: calls.savedViews,
    create: calls.createSavedView,
    replace: calls.replaceSavedView,
    remove: calls.deleteSavedView,
    open: { filters: 'text=visit', shared: true },
    acorn: { filters: 'officeId=1', shared: true },
    birch: { filters: 'partnerId=2', shared: true },
    both: { filters: 'officeId=1&partnerId=2', shared: true },
    field: 'filters',
  },
] as const;

beforeEach(async () => {
  await server.db.deleteFrom('recipient_sets').execute();
  await server.db.deleteFrom('saved_views').execute();
});

type Kind = (typeof KINDS)[number];
const save = async ({ create }: Kind, by: TestClient, name: string, body: object) =>
  (await by.call(create, { body: { ...body, name } })).id;
const seenBy = async ({ list }: Kind, by: TestClient) => {
  const all: readonly { name: string }[] = await by.call(list);
  return all.map(({ name }) => name);
};

test.each(KINDS)(
  'ACCT-2 a $noun that names no partner is shared by the accounts that see all its maker saw',
  async (kind) => {
    await save(kind, acorn, 'acorn', kind.open);
    await save(kind, both, 'both', kind.open);
    await save(kind, admin, 'admin', kind.open);
    await save(kind, none, 'none', kind.open);
    expect(await seenBy(kind, acorn)).toEqual(['acorn']);
    expect(await seenBy(kind, birch)).toEqual([]);
    expect(await seenBy(kind, both)).toEqual(['acorn', 'both']);
    expect(await seenBy(kind, other)).toEqual(['none']);
    expect(await seenBy(kind, admin)).toEqual(['acorn', 'admin', 'both', 'none']);
  },
);

test.each(KINDS)(
  'ACCT-2 a $noun that names partners is shared by the accounts that see these',
  async (kind) => {
    await save(kind, admin, 'acorn', kind.acorn);
    await save(kind, admin, 'both', kind.both);
    expect(await seenBy(kind, acorn)).toEqual(['acorn']);
    expect(await seenBy(kind, birch)).toEqual([]);
    expect(await seenBy(kind, both)).toEqual(['acorn', 'both']);
  },
);

test.each(KINDS)(
  'ACCT-2 a $noun that an account does not see can be neither changed nor deleted',
  async (kind) => {
    const id = await save(kind, acorn, 'acorn', kind.open);
    const body = { ...kind.open, name: 'birch' };
    expect(await birch.refusal(at(kind.replace, id), { body })).toMatch(/^404 .*unknown$/);
    expect(await birch.refusal(at(kind.remove, id))).toMatch(/^404 .*unknown$/);
    expect(await seenBy(kind, acorn)).toEqual(['acorn']);
  },
);

test.each(KINDS)(
  'ACCT-2 a change of a $noun never shows it to more than its maker saw, nor hides it from its maker',
  async (kind) => {
    const own = await save(kind, acorn, 'own', kind.open);
    await admin.call(at(kind.replace, own), { body: { ...kind.open, name: 'changed' } });
    expect(await seenBy(kind, acorn)).toEqual(['changed']);
    expect(await seenBy(kind, birch)).toEqual([]);
    for (const person of [both, admin]) {
      const refused = await person.problem(at(kind.replace, own), {
        body: { ...kind.birch, name: 'theirs' },
      });
      expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([422, [kind.field]]);
    }
    expect(await seenBy(kind, acorn)).toEqual(['changed']);

    const given = await save(kind, admin, 'given', kind.acorn);
    await acorn.call(at(kind.replace, given), { body: { ...kind.open, name: 'taken' } });
    expect(await seenBy(kind, acorn)).toEqual(['changed', 'taken']);
    expect(await seenBy(kind, birch)).toEqual([]);
    await admin.call(at(kind.replace, given), { body: { ...kind.birch, name: 'passed on' } });
    expect(await seenBy(kind, acorn)).toEqual(['changed']);
    expect(await seenBy(kind, birch)).toEqual(['passed on']);
  },
);

test.each(KINDS)(
  'ACCT-2 the name of a hidden $noun is free, and that of one with the same partners is taken',
  async (kind) => {
    await save(kind, acorn, 'Nightly', kind.open);
    await save(kind, birch, 'Nightly', kind.open);
    await save(kind, both, 'Nightly', kind.open);
    await save(kind, admin, 'Nightly', kind.open);
    expect(await both.refusal(kind.create, { body: { ...kind.both, name: 'nightly' } })).toMatch(
      /^409 .*name-taken/,
    );
    expect(await acorn.refusal(kind.create, { body: { ...kind.acorn, name: 'nightly' } })).toMatch(
      /^409 .*name-taken/,
    );
  },
);

test.each(KINDS)('ACCT-2 an account has one shared $noun of a name, whatever it names', async (kind) => {
  await save(kind, both, 'Nightly', kind.open);
  expect(await both.refusal(kind.create, { body: { ...kind.birch, name: 'NIGHTLY' } })).toMatch(
    /^409 .*name-taken/,
  );
  // Those of other accounts do not count.
  await admin.call(kind.create, { body: { ...kind.birch, name: 'NIGHTLY' } });
});

test.each(KINDS)('ACCT-2 each $noun counts among those of the same partners only', async (kind) => {
  await save(kind, acorn, 'One', kind.open);
  await sql`
    insert into ${sql.table(kind.table)}
    select (jsonb_populate_record(s, jsonb_build_object('id', s.id + n, 'name', 'Copy ' || n))).*
    from ${sql.table(kind.table)} s, generate_series(1, ${kind.limit - 1}) n`.execute(server.db);
  await sql`select setval(pg_get_serial_sequence(${kind.table}, 'id'), (select max(id) from ${sql.table(kind.table)}))`.execute(
    server.db,
  );
  const body = { ...kind.open, name: 'Next' };
  expect(await acorn.refusal(kind.create, { body })).toMatch(/^409 .*too-many/);
  for (const person of [birch, both, admin]) await person.call(kind.create, { body });
  const moved = await save(kind, both, 'Moved', kind.both);
  expect(await both.refusal(at(kind.replace, moved), { body: { ...kind.acorn, name: 'Moved' } })).toMatch(
    /^409 .*too-many/,
  );
});

test('ACCT-2 only the account that saved a shared view can make it private', async () => {
  const [, kind] = KINDS;
  const id = await save(kind, acorn, 'Visits', kind.open);
  const body = { ...kind.open, name: 'Visits', shared: false };
  expect(await both.problem(at(kind.replace, id), { body })).toMatchObject({
    status: 422,
    errors: [{ field: 'shared' }],
  });
  await acorn.call(at(kind.replace, id), { body });
  expect(await seenBy(kind, both)).toEqual([]);
  expect(await seenBy(kind, acorn)).toEqual(['Visits']);
});

test('ACCT-2 a view can name each filter once, so that no second partner goes unchecked', async () => {
  const body = { name: 'Two', filters: 'partnerId=1&partnerId=2', shared: true };
  expect(await acorn.problem(calls.createSavedView, { body })).toMatchObject({
    status: 422,
    errors: [{ field: 'filters', message: 'Name each filter once.' }],
  });
});
