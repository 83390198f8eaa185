/** Saved views over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { VIEW_LIMIT } from '@textprobe/contract/saved-views';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { at } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD, USERNAME } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();

const { savedViews, createSavedView, replaceSavedView, deleteSavedView } = calls;

const FAILED = { name: 'Failed', filters: 'executionStatus=FAILED&from=2026-11-01', shared: false };

beforeEach(async () => {
  await server.db.deleteFrom('saved_views').execute();
});

test('OVERVIEW-2 a view keeps exactly its filters, is listed by name, replaced and deleted', async () => {
  const made = await client.call(createSavedView, { body: { ...FAILED, name: '  Failed ' } });
  const begun = formatLosAngeles(server.clock.now());
  expect(made).toEqual({
    ...FAILED,
    id: expect.any(Number),
    createdBy: USERNAME,
    createdAt: begun,
    updatedAt: begun,
  });
  const other = await client.call(createSavedView, { body: { ...FAILED, name: 'all mine', shared: true } });
  expect(await client.call(savedViews)).toEqual([other, made]);

  await server.clock.advance(60_000);
  const body = { name: 'FAILED', filters: 'text=visit', shared: true };
  const replaced = await client.call(at(replaceSavedView, made.id), { body });
  expect(replaced).toEqual({ ...made, ...body, updatedAt: formatLosAngeles(server.clock.now()) });

  await client.call(at(deleteSavedView, other.id));
  expect(await client.call(savedViews)).toEqual([replaced]);
  expect(await client.refusal(at(deleteSavedView, other.id))).toBe('404 saved-view.unknown');
  const renamed = { body: { ...body, name: 'Other' } };
  expect(await client.refusal(at(replaceSavedView, other.id), renamed)).toBe('404 saved-view.unknown');
});

test('OVERVIEW-2 another account sees, replaces and deletes the shared views only', async () => {
  const own = await client.call(createSavedView, { body: FAILED });
  const shared = await client.call(createSavedView, { body: { ...FAILED, shared: true } });
  const account = {
    username: 'colleague',
    role: 'operator' as const,
    passwordHash: await hashPassword(PASSWORD),
  };
  await createAccount(server.db, { ...account, createdAt: server.clock.now() });
  const other = server.visitor();
  await other.login(account.username, PASSWORD);
  expect(await other.call(savedViews)).toEqual([shared]);
  expect(await other.refusal(at(replaceSavedView, own.id), { body: FAILED })).toBe('404 saved-view.unknown');
  expect(await other.refusal(at(deleteSavedView, own.id))).toBe('404 saved-view.unknown');
  // The same name as a view that this account cannot see is free.
  await other.call(createSavedView, { body: FAILED });
  await other.call(at(deleteSavedView, shared.id));
  expect(await client.call(savedViews)).toEqual([own]);
});

test('OVERVIEW-2 wrong names and filters are refused in their fields, with what to do', async () => {
  await client.call(createSavedView, { body: FAILED });
  const errorsOf = async (change: object) =>
    (await client.problem(createSavedView, { body: { ...FAILED, ...change } })).errors?.map(
      ({ field, message }) => [field, message],
    );
  const taken = 'You already have a view with this name. Choose another name, or replace it.';
  expect(await errorsOf({ name: 'fAILED' })).toEqual([['name', taken]]);
  expect(await errorsOf({ name: ' ' })).toEqual([['name', 'Enter a name.']]);
  expect(await errorsOf({ filters: '' })).toEqual([['filters', 'Choose at least one filter.']]);
  expect(await errorsOf({ filters: 'officeId=x' })).toEqual([
    ['filters', expect.stringMatching(/^officeId: /)],
  ]);
  expect(await errorsOf({ filters: 'page=2' })).toEqual([['filters', expect.stringContaining('page')]]);
});

test('OVERVIEW-2 an account has at most 100 views of its own, even if two are saved at once', async () => {
  const names = Array.from({ length: VIEW_LIMIT - 1 }, (_, index) => `View ${index}`);
  await client.call(createSavedView, { body: { ...FAILED, shared: true } });
  const now = new Date(server.clock.now()).toISOString();
  await sql`
    insert into saved_views (name, filters, owner_id, created_at, updated_at)
    select name, 'text=x', (select id from accounts where username = ${USERNAME}), ${now}, ${now}
    from unnest(${names}::text[]) name`.execute(server.db);
  const save = (name: string) => client.send('POST', createSavedView.path, { body: { ...FAILED, name } });
  const answers = await Promise.all([save('One'), save('Two')]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  expect(await client.problem(createSavedView, { body: { ...FAILED, name: 'Three' } })).toMatchObject({
    code: 'saved-view.too-many',
    errors: [
      {
        field: 'name',
        message: 'You have 100 views, the most that can be saved. Delete one first.',
      },
    ],
  });
});
