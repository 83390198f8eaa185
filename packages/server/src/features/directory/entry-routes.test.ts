/** Managing the directory over HTTP. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { DIRECTORY_KINDS, entryCalls } from '@textprobe/contract/directory-entries';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '@textprobe/contract/headers';
import { registerGateways } from '@textprobe/database/gateways/gateways';
import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import { logInAs } from '../../testing/scope-sides.ts';
import { at } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD } from '../../testing/test-server.ts';

const { server, client: operator } = await openTestServer();
const passwordHash = await hashPassword(PASSWORD);
const administrator = await logInAs(server, {
  username: 'keeper',
  role: 'administrator',
  partnerIds: null,
  passwordHash,
});

const office = {
  phoneNumber: '(213) 555-0142',
  managerFirstName: 'Ada',
  managerLastName: '',
  gatewayId: null,
};
const phone = { carrier: 'Verizon', evidence: 'handset', partnerId: null };
let partnerId = 0;
let clientId = 0;
let officeId = 0;

beforeAll(async () => {
  partnerId = (await administrator.call(calls.createPartner, { body: { name: ' Cedar ', limitPerDay: 500 } }))
    .id;
  // Copied from an address book, with its marks of direction.
  const name = '\u202ACedar East\u202C';
  clientId = (await administrator.call(calls.createClient, { body: { name, partnerId } })).id;
  officeId = (await administrator.call(calls.createOffice, { body: { ...office, name: 'Main', clientId } }))
    .id;
});

async function etagOf(call: Call, id: number): Promise<string> {
  const response = await administrator.send('GET', at(call, id).path);
  return response.headers.get('etag') ?? '';
}

async function fieldOf(call: Call, body: object, headers = {}): Promise<string> {
  const { status, code, errors = [] } = await administrator.problem(call, { body, headers });
  return [status, code, ...errors.map(({ field, message }) => `${field}: ${message}`)].join(' ');
}

test('DIR-2 entries are created with what they belong to, and read as they were written', async () => {
  expect(await administrator.call(at(calls.readOffice, officeId))).toEqual({
    id: officeId,
    name: 'Main',
    retired: false,
    parents: [
      { id: clientId, name: 'Cedar East', retired: false },
      { id: partnerId, name: 'Cedar', retired: false },
    ],
    clientId,
    phoneNumber: '+12135550142',
    managerFirstName: 'Ada',
    managerLastName: '',
    gatewayId: null,
  });
  const [cedar] = await administrator.call(calls.listPartners, { query: { text: 'cedar' } });
  expect(cedar).toMatchObject({ id: partnerId, limitPerDay: 500, offices: 1 });
});

test('DIR-2 a repeated request gets the ETag of its first answer, which the next change needs', async () => {
  const twice = async ({ method, path }: Call, body: object, headers = {}) => {
    const keyed = { ...headers, [IDEMPOTENCY_KEY_HEADER]: `${method}:${path}` };
    const [first, again] = [
      await administrator.send(method, path, { body, headers: keyed }),
      await administrator.send(method, path, { body, headers: keyed }),
    ];
    expect(again.headers.get(IDEMPOTENCY_REPLAYED_HEADER)).toBe('true');
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    const { id } = (await again.json()) as { id: number };
    return { id, tag: again.headers.get('etag') ?? '' };
  };
  const body = { name: 'Larch', limitPerDay: null };
  const { id, tag } = await twice(calls.createPartner, body);
  expect(tag).toBe(await etagOf(calls.readPartner, id));
  const renamed = await twice(
    at(calls.replacePartner, id),
    { ...body, name: 'Larch 2' },
    { 'if-match': tag },
  );
  expect(renamed.tag).not.toBe(tag);
  const retired = await twice(at(calls.retirePartner, id), {});
  expect(retired.tag).toBe(await etagOf(calls.readPartner, id));
});

test('DIR-2 a change needs the ETag of what it was made from, and keeps the id', async () => {
  const change = at(calls.replaceClient, clientId);
  const tag = await etagOf(calls.readClient, clientId);
  const body = { name: 'Cedar West', partnerId };
  expect(await administrator.refusal(change, { body })).toBe('412 directory.changed');
  const changed = await administrator.send('PUT', change.path, { body, headers: { 'if-match': tag } });
  expect(await changed.json()).toMatchObject({ id: clientId, name: 'Cedar West' });
  const again = { body: { ...body, name: 'Cedar North' }, headers: { 'if-match': tag } };
  expect(await administrator.refusal(change, again)).toBe('412 directory.changed');
  const newest = { 'if-match': changed.headers.get('etag') ?? '' };
  await administrator.call(change, { body: { ...body, name: 'Cedar East' }, headers: newest });
  // The name of a parent is no part of an entry.
  const officeTag = await etagOf(calls.readOffice, officeId);
  await administrator.call(at(calls.replacePartner, partnerId), {
    body: { name: 'Cedar & Sons', limitPerDay: null },
    headers: { 'if-match': await etagOf(calls.readPartner, partnerId) },
  });
  expect(await etagOf(calls.readOffice, officeId)).toBe(officeTag);
});

test('DIR-2 If-Match takes `*` and lists of tags, and never matches a weak tag', async () => {
  const change = (tags: string) =>
    administrator.send('PUT', at(calls.replaceClient, clientId).path, {
      body: { name: 'Cedar East', partnerId },
      headers: { 'if-match': tags },
    });
  const tag = await etagOf(calls.readClient, clientId);
  expect((await change('*')).status).toBe(200);
  expect((await change(`"other", ${tag}`)).status).toBe(200);
  expect((await change(`W/${tag}`)).status).toBe(412);
  expect((await change('"other", "one"')).status).toBe(412);
});

test('DIR-2 of two changes made from the same entry at once, one is refused', async () => {
  const headers = { 'if-match': await etagOf(calls.readOffice, officeId) };
  const change = (managerLastName: string) =>
    administrator.send('PUT', at(calls.replaceOffice, officeId).path, {
      body: { ...office, name: 'Main', clientId, managerLastName },
      headers,
    });
  const statuses = (await Promise.all([change('King'), change('Byron')])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 412]);
});

test('DIR-2 a name or number that is taken, and what does not exist, is an error of its field', async () => {
  expect(await fieldOf(calls.createPartner, { name: 'Acorn', limitPerDay: null })).toBe(
    '409 directory.name-taken name: There is already a partner named Acorn. Choose another.',
  );
  expect(await fieldOf(calls.createOffice, { ...office, name: 'Main', clientId })).toBe(
    '409 directory.name-taken name: There is already an office of Cedar East named Main. Choose another.',
  );
  expect(await fieldOf(calls.createPhone, { ...phone, name: 'New', phoneNumber: '+1 202 555 0201' })).toBe(
    '409 directory.number-taken phoneNumber: Phone 2 has this number.',
  );
  expect(await fieldOf(calls.createClient, { name: 'X', partnerId: 999 })).toBe(
    '422 body.invalid partnerId: There is no partner with id 999. Choose another.',
  );
  expect(await fieldOf(calls.createOffice, { ...office, name: 'X', clientId, gatewayId: 999 })).toBe(
    '422 body.invalid gatewayId: There is no gateway with id 999. Choose another.',
  );
  // The second is +65 9123 4567 without its plus: as an American number it would be a stranger's.
  for (const phoneNumber of ['shelf', '6591234567'])
    expect(await fieldOf(calls.createPhone, { ...phone, name: 'New', phoneNumber })).toBe(
      '422 body.invalid phoneNumber: Write the number with its country code, such as +65 9123 4568.',
    );
  expect(
    await fieldOf(calls.createOffice, { ...office, name: 'X', clientId, phoneNumber: 'ACME BANK INC' }),
  ).toBe(
    '422 body.invalid phoneNumber: Enter a phone number, a short code of 3 to 6 digits, or a name of up to 11 characters without spaces.',
  );
  const headers = { 'if-match': await etagOf(calls.readClient, clientId) };
  expect(
    await fieldOf(at(calls.replaceClient, clientId), { name: 'Cedar East', partnerId: 1 }, headers),
  ).toBe(
    '422 body.invalid partnerId: Its partner cannot be changed. Create a new one under the other partner instead.',
  );
});

test('DIR-2 the gateways file decides the gateway of an office that it names', async () => {
  await registerGateways(server.db, [
    { name: 'lab', kind: 'smpp', isDefault: true, sendsMms: true, isDefaultMms: true },
  ]);
  const [gateway] = await administrator.call(calls.gateways);
  await server.db.updateTable('offices').set({ gateway_pinned: true }).where('id', '=', officeId).execute();
  const headers = { 'if-match': await etagOf(calls.readOffice, officeId) };
  const body = { ...office, name: 'Main', clientId, gatewayId: gateway?.id };
  expect(await fieldOf(at(calls.replaceOffice, officeId), body, headers)).toContain(
    '409 office.pinned gatewayId: ',
  );
  await server.db.updateTable('offices').set({ gateway_pinned: false }).where('id', '=', officeId).execute();
});

test('DIR-2 operators manage the phones of their partners, not shared ones; a taken number names its phone only in scope', async () => {
  const birch = await logInAs(server, { username: 'birch', role: 'operator', partnerIds: [2], passwordHash });
  const own = { ...phone, name: 'Desk', phoneNumber: '+12135550143', partnerId: 2 };
  const made = await birch.call(calls.createPhone, { body: own });
  expect(await birch.refusal(calls.createPhone, { body: { ...own, partnerId: null } })).toBe(
    '403 role.missing',
  );
  expect(await birch.refusal(at(calls.retirePhone, 1))).toBe('403 role.missing');
  const headers = { 'if-match': await etagOf(calls.readPhone, made.id) };
  expect(
    await birch.refusal(at(calls.replacePhone, made.id), { body: { ...own, partnerId: null }, headers }),
  ).toBe('403 role.missing');
  expect(await birch.refusal(calls.createPartner, { body: { name: 'Own', limitPerDay: null } })).toBe(
    '403 role.missing',
  );
  const others = { ...phone, name: 'Hidden', phoneNumber: '+12135550144', partnerId: 1 };
  await administrator.call(calls.createPhone, { body: others });
  const { detail } = await birch.problem(calls.createPhone, { body: { ...others, partnerId: 2 } });
  expect(detail).toBe('This number is already in use.');
  await birch.call(at(calls.deletePhone, made.id));
  expect(await birch.refusal(at(calls.readPhone, made.id))).toBe('404 directory.unknown');
});

test('DIR-1 what is retired, or belongs to it, leaves every list for choosing, new tests refuse it, and it can be restored', async () => {
  const clientsOf = async (id: number): Promise<unknown[]> => {
    const response = await operator.send('GET', calls.clients.path, { query: { partnerId: id } });
    return response.json() as Promise<unknown[]>;
  };
  const choosable = async () => {
    const whole = await operator.call(calls.wholeDirectory);
    const names = [...whole.partners, ...whole.clients, ...whole.offices].map(({ name }) => name);
    const query = { kind: 'office', text: 'cedar' };
    return [
      names.filter((name) => name.startsWith('Cedar') || name === 'Main'),
      (await operator.call(calls.searchDirectory, { query })).length,
      (await clientsOf(partnerId)).length,
    ];
  };
  const all = [['Cedar & Sons', 'Cedar East', 'Main'], 1, 1];
  expect(await choosable()).toEqual(all);
  const create = {
    body: { ...PAYLOAD, partnerIDs: [], clientIDs: [], officeIDs: [officeId], phoneIDs: [2] },
  };
  await operator.call(calls.createTest, create);
  const steps = [
    [calls.retirePartner, calls.restorePartner, partnerId, [[], 0, 0], 'Main’s partner Cedar & Sons'],
    [calls.retireClient, calls.restoreClient, clientId, [['Cedar & Sons'], 0, 0], 'Main’s client Cedar East'],
    [calls.retireOffice, calls.restoreOffice, officeId, [['Cedar & Sons', 'Cedar East'], 0, 1], 'Main'],
  ] as const;
  for (const [retire, restore, id, left, part] of steps) {
    expect(await administrator.call(at(retire, id))).toMatchObject({ retired: true });
    expect(await choosable()).toEqual(left);
    const { errors } = await operator.problem(calls.createTest, create);
    expect(errors).toEqual([
      {
        field: 'officeIDs',
        code: 'retired',
        message: `${part} is retired. Leave it out, or restore it in the directory.`,
      },
    ]);
    expect(await administrator.call(at(restore, id))).toMatchObject({ retired: false });
    expect(await choosable()).toEqual(all);
  }
  await administrator.call(at(calls.retirePhone, 2));
  expect((await operator.call(calls.testPhones)).map(({ phoneID }) => phoneID)).not.toContain(2);
  expect((await operator.problem(calls.createTest, create)).errors).toMatchObject([
    { field: 'phoneIDs', code: 'retired' },
  ]);
  await administrator.call(at(calls.restorePhone, 2));
});

test('DIR-1 nothing that is used is deleted', async () => {
  const refusal = async (call: Call, id: number) => (await administrator.problem(at(call, id))).detail;
  expect(await refusal(calls.deletePartner, partnerId)).toBe(
    '1 client refers to Cedar & Sons. Retire it instead.',
  );
  expect(await refusal(calls.deleteOffice, officeId)).toBe('1 test refers to Main. Retire it instead.');
  const body = { ...office, name: 'Unused', clientId };
  const unused = await administrator.call(calls.createOffice, { body });
  await administrator.call(at(calls.deleteOffice, unused.id));
  expect(await administrator.refusal(at(calls.deleteOffice, unused.id))).toBe('404 directory.unknown');
});

test('DIR-1 lists are searched, filtered and ordered, by page, with the total', async () => {
  const names = async (query: Record<string, string | number>) => {
    const response = await operator.send('GET', calls.listOffices.path, { query: { pageSize: 2, ...query } });
    const entries = (await response.json()) as { name: string }[];
    return [Number(response.headers.get('x-total-count')), ...entries.map(({ name }) => name)];
  };
  expect(await names({ text: 'main cedar' })).toEqual([1, 'Main']);
  expect(await names({ text: '555-0142' })).toEqual([1, 'Main']);
  const [total, first, second] = await names({ order: 'name' });
  expect(total).toBeGreaterThan(4);
  expect(String(first).localeCompare(String(second))).toBeLessThan(0);
  expect(await names({ order: 'name', page: 2 })).not.toContain(second);
  expect((await names({ order: '-client', pageSize: 1 }))[1]).toBe('Main');
  await administrator.call(at(calls.retireClient, clientId));
  expect(await names({ state: 'retired' })).toEqual([1, 'Main']);
  expect((await names({ state: 'active' }))[0]).toBe(Number(total) - 1);
  await administrator.call(at(calls.restoreClient, clientId));
  for (const kind of DIRECTORY_KINDS)
    await operator.call(entryCalls[kind].list, { query: { order: '-name', pageSize: 500 } });
});
