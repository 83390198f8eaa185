/** Rights that change while a call is in progress. */
import type { Call } from '@textprobe/contract/call';
import { type CallName, calls } from '@textprobe/contract/calls';
import { changeAccount } from '@textprobe/database/accounts/account-management';
import { createAccount } from '@textprobe/database/accounts/accounts';
import type { Transaction } from '@textprobe/database/core/connection';
import { countBlocked } from '@textprobe/database/testing/count-blocked';
import { realClock } from '@textprobe/database/testing/real-clock';
import { ROLES, type Role } from '@textprobe/domain/roles';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exampleOf, sendHeaders } from '../testing/late-request.ts';
import { at } from '../testing/test-client.ts';
import { openTestServer, PASSWORD } from '../testing/test-server.ts';
import { hashPassword } from './passwords.ts';

const MINUTE = 60_000;
const { server } = await openTestServer({
  inboxes: [createNativeInbox({ clock: realClock, findPhoneByKey: async () => null })],
  limits: { loginsPerMinute: 10_000 },
});
const { db, clock, address } = server;
const passwordHash = await hashPassword(PASSWORD);
let made = 0;

async function someone(role: Role, partnerIds: number[] | null = null) {
  const username = `person ${(made += 1)}`;
  const account = await createAccount(db, {
    username,
    role,
    partnerIds,
    passwordHash,
    createdAt: clock.now(),
  });
  if (account === null) throw new Error(`${username} exists`);
  const client = server.visitor();
  await client.login(username, PASSWORD);
  return { id: account.id, username, client };
}

type Change = Parameters<typeof changeAccount>[2];

function change(id: number, what: Change): Promise<unknown> {
  return db.transaction().execute((tx) => changeAccount(tx, id, what, clock.now()));
}

/** All calls that a session may make to change something, or with a body. A ping needs a handset's key. */
const UNSAFE = Object.entries<Call>(calls).flatMap(([name, { method, roles }]) =>
  method === 'GET' || roles === undefined || name === 'handsetPing'
    ? []
    : [{ name: name as CallName, roles, lesser: ROLES.find((role) => !roles.includes(role)) }],
);

/** Sends the headers of the call, and waits until the server has read its session. */
async function begin(name: CallName, { id, client }: Awaited<ReturnType<typeof someone>>) {
  const token = await client.csrfToken();
  // So that reading the session also writes that it was active.
  await clock.advance(2 * MINUTE);
  const request = sendHeaders(address, client, token, await exampleOf(name));
  await expect
    .poll(async () => {
      const { rows } = await sql<{ at: number }>`
        select max(last_active_at) as at from sessions where account_id = ${id}`.execute(db);
      return rows[0]?.at;
    })
    .toBe(clock.now());
  return request;
}

test.each(UNSAFE)(
  'Promise 7: ACCT-1 $name is refused for an account disabled while its body arrives',
  async ({ name, roles }) => {
    const person = await someone(roles[0] ?? 'administrator');
    const request = await begin(name, person);
    await change(person.id, { isDisabled: true });
    expect(await request.finish()).toBe('401 session.required');
  },
);

test.each(UNSAFE.filter(({ lesser }) => lesser !== undefined))(
  'Promise 7: ACCT-1 $name is refused for an account that loses its role while its body arrives',
  async ({ name, roles, lesser }) => {
    const person = await someone(roles[0] ?? 'administrator');
    const request = await begin(name, person);
    await change(person.id, { role: lesser ?? 'viewer' });
    expect(await request.finish()).toBe('403 role.missing');
  },
);

test('Promise 7: ACCT-9 a proof that expires while the body arrives is needed again', async () => {
  const request = await begin('createGateway', await someone('administrator'));
  await clock.advance(15 * MINUTE);
  expect(await request.finish()).toBe('403 proof.needed');
});

/** Runs `call` while `held` has changed an account and not committed yet: the call has read its rights before. */
async function callDuring<T>(
  held: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  let answer: Promise<T> | undefined;
  await db.transaction().execute(async (tx) => {
    await held(tx);
    answer = call();
    await expect.poll(() => countBlocked(db)).toBe(1);
  });
  if (answer === undefined) throw new Error('nothing was called');
  return answer;
}

const PARTNER = { body: { name: 'Late partner', limitPerDay: null } };

test('Promise 7: ACCT-1 a change is refused if a change of rights commits before it', async () => {
  const refusalAfter = async (what: Change) => {
    const { id, client } = await someone('administrator');
    return callDuring(
      (tx) => changeAccount(tx, id, what, clock.now()),
      () => client.refusal(calls.createPartner, PARTNER),
    );
  };
  expect(await refusalAfter({ isDisabled: true })).toBe('401 session.required');
  expect(await refusalAfter({ role: 'viewer' })).toBe('403 role.missing');
});

test('Promise 7: ACCT-2 a change is refused if a change of partners commits before it, as it was checked with the old ones', async () => {
  const { id, client } = await someone('operator', [1]);
  const set = { name: 'Late set', partnerIds: [1], clientIds: null, officeIds: null, phoneIds: [] };
  const refusal = await callDuring(
    (tx) => changeAccount(tx, id, { partnerIds: [2] }, clock.now()),
    () => client.refusal(calls.createRecipientSet, { body: set }),
  );
  expect(refusal).toBe('409 rights.changed');
});

test('Promise 7: ACCT-1 a change of rights waits for the changes that the account is making', async () => {
  const { id, client } = await someone('administrator');
  const order: string[] = [];
  const note = (what: string) => () => void order.push(what);
  const running = await db.transaction().execute(async (tx) => {
    // The call has confirmed its rights and waits for this lock.
    await sql`lock table partners in share row exclusive mode`.execute(tx);
    const created = client.call(calls.createPartner, PARTNER).then(note('created'));
    await expect.poll(() => countBlocked(db)).toBe(1);
    const disabled = change(id, { isDisabled: true }).then(note('disabled'));
    await expect.poll(() => countBlocked(db)).toBe(2);
    return [created, disabled];
  });
  await Promise.all(running);
  expect(order.toSorted()).toEqual(['created', 'disabled']);
  expect(await client.refusal(calls.createPartner, PARTNER)).toBe('401 session.required');
});

test('ACCT-4 administrators who change each other and themselves at once do not deadlock', async () => {
  const people = [await someone('administrator'), await someone('administrator')];
  const changes = people.flatMap(({ client }) =>
    people.flatMap(({ id }, nth) => [
      client.send('PUT', at(calls.changeAccount, id).path, {
        body: { name: `Person ${nth}`, email: '', role: 'administrator', partnerIds: null },
      }),
      client.send('PUT', calls.changeProfile.path, { body: { name: 'Myself' } }),
      client.send('DELETE', calls.endOtherSessions.path),
      client.send('POST', calls.createPartner.path, {
        body: { name: `Partner ${id} ${nth}`, limitPerDay: null },
      }),
    ]),
  );
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
});
