import { afterAll, beforeEach, expect, test } from 'vitest';
import { importDirectory } from '../directory/import-directory.ts';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { listGateways } from './gateway-list.ts';
import { assignOffices, GatewayNameTaken, registerGateways } from './gateways.ts';
import { setOfficeGateway } from './office-gateways.ts';
import {
  type GatewayWrite,
  insertGateway,
  readStoredGateway,
  readStoredGateways,
  retireGateway,
  setGatewaySecrets,
  updateGateway,
} from './stored-gateways.ts';

const NOW = Date.UTC(2026, 10, 21);

const database = await createTestDatabase();
afterAll(() => database.drop());
beforeEach(async () => {
  for (const { id } of await readStoredGateways(database.db)) {
    await database.db.updateTable('offices').set({ gateway_id: null }).where('gateway_id', '=', id).execute();
    await inTransaction((tx) => retireGateway(tx, id));
  }
});

const FILE = { name: 'file', kind: 'smpp', isDefault: true, sendsMms: false, isDefaultMms: false };
const OWN: GatewayWrite = {
  name: 'own',
  kind: 'smpp',
  sendsMms: false,
  isDefault: false,
  isDefaultMms: null,
  settings: { host: 'smsc.example', window: 5 },
  now: NOW,
};

function inTransaction<T>(
  work: Parameters<ReturnType<typeof database.db.transaction>['execute']>[0],
): Promise<T> {
  return database.db.transaction().execute(work) as Promise<T>;
}
async function insert(write: Partial<GatewayWrite> = {}): Promise<number> {
  const id = await inTransaction<number | null>((tx) => insertGateway(tx, { ...OWN, ...write }));
  if (id === null) throw new Error('the name is taken');
  return id;
}
async function defaults(): Promise<{ sms: string | undefined; mms: string | undefined }> {
  const all = await listGateways(database.db, ALL_PARTNERS);
  return { sms: all.find((one) => one.isDefault)?.name, mms: all.find((one) => one.isDefaultMms)?.name };
}

test('what is written can be read, with secrets as sealed, and each change gives a new version', async () => {
  const id = await insert();
  const password = { name: 'password', sealed: Buffer.from([0, 1, 255]) };
  await inTransaction((tx) => setGatewaySecrets(tx, id, [password], { removed: [], now: NOW }));
  const read = await readStoredGateway(database.db, id);
  expect(read).toMatchObject({ id, name: 'own', kind: 'smpp', settings: OWN.settings, secrets: [password] });
  const changed = { ...OWN, name: 'renamed', settings: { host: 'other.example' } };
  expect(await inTransaction((tx) => updateGateway(tx, id, changed))).toBe('updated');
  const again = await readStoredGateway(database.db, id);
  expect(again).toMatchObject({ name: 'renamed', settings: { host: 'other.example' }, secrets: [password] });
  expect(again?.version).not.toBe(read?.version);
  await inTransaction((tx) => setGatewaySecrets(tx, id, [], { removed: ['password'], now: NOW }));
  expect((await readStoredGateway(database.db, id))?.secrets).toEqual([]);
  await inTransaction((tx) => updateGateway(tx, id, OWN));
});

test('the default gateway is that of the gateways file, except while one in the database claims it', async () => {
  await registerGateways(database.db, [FILE]);
  const id = await insert();
  expect(await defaults()).toMatchObject({ sms: 'file' });
  await inTransaction((tx) => updateGateway(tx, id, { ...OWN, isDefault: true }));
  expect(await defaults()).toMatchObject({ sms: 'own' });
  await registerGateways(database.db, [FILE]);
  expect(await defaults()).toMatchObject({ sms: 'own' });
  await insert({ name: 'second', isDefault: true });
  expect(await defaults()).toMatchObject({ sms: 'second' });
  await inTransaction((tx) => updateGateway(tx, id, { ...OWN, isDefault: true }));
  expect(await defaults()).toMatchObject({ sms: 'own' });
  await inTransaction((tx) => retireGateway(tx, id));
  expect(await defaults()).toMatchObject({ sms: 'file' });
});

test('the first gateway with MMS becomes the default for MMS, unless configured otherwise', async () => {
  await registerGateways(database.db, [FILE]);
  const mms = { kind: 'twilio', sendsMms: true };
  await insert({ ...mms, name: 'not me', isDefaultMms: false });
  expect(await defaults()).toMatchObject({ mms: undefined });
  await insert({ ...mms, name: 'one' });
  await insert({ ...mms, name: 'two' });
  expect(await defaults()).toMatchObject({ mms: 'one' });
  await insert({ ...mms, name: 'three', isDefaultMms: true });
  expect(await defaults()).toMatchObject({ mms: 'three' });
});

test('a name is unique: gateways file and API can only reuse the name of a removed gateway', async () => {
  await registerGateways(database.db, [FILE]);
  expect(await inTransaction((tx) => insertGateway(tx, { ...OWN, name: 'file' }))).toBeNull();
  const id = await insert();
  await expect(
    registerGateways(database.db, [FILE, { ...FILE, name: 'own', isDefault: false }]),
  ).rejects.toThrow(GatewayNameTaken);
  await registerGateways(database.db, [{ ...FILE, name: 'another file' }]);
  const moved = await insert({ name: 'file' });
  expect(await inTransaction((tx) => updateGateway(tx, id, { ...OWN, name: 'file' }))).toBe('name taken');
  await inTransaction((tx) => retireGateway(tx, moved));
  const ids = await registerGateways(database.db, [FILE]);
  expect(ids.get('file')).toBe(moved);
});

test('a gateway of the gateways file is neither changed nor removed through the API', async () => {
  const id = (await registerGateways(database.db, [FILE])).get('file') ?? 0;
  expect(await inTransaction((tx) => updateGateway(tx, id, OWN))).toBe('unknown');
  expect(await inTransaction((tx) => retireGateway(tx, id))).toEqual({ kind: 'unknown' });
  expect(await readStoredGateway(database.db, id)).toBeNull();
});

test('offices keep a gateway assigned through the API, and only the gateways file changes what it has assigned', async () => {
  const office = (name: string) => ({ partner: 'P', client: 'C', office: name });
  const words = { phoneNumber: '+12025550100', managerFirstName: '', managerLastName: '' };
  const offices = ['A', 'B'].map((name) => ({ ...office(name), ...words }));
  await importDirectory(database.db, { offices, phones: [] }, NOW);
  const rows = await database.db.selectFrom('offices').select('id').orderBy('name').execute();
  const [a = 0, b = 0] = rows.map(({ id }) => id);
  const gatewayOf = async (id: number) =>
    (await database.db.selectFrom('offices').select('gateway_id').where('id', '=', id).executeTakeFirst())
      ?.gateway_id;

  const file = (await registerGateways(database.db, [FILE])).get('file') ?? 0;
  const own = await insert();
  await assignOffices(database.db, file, [office('A')]);
  const assign = (ids: number[], to: number | null) => inTransaction((tx) => setOfficeGateway(tx, ids, to));
  expect(await assign([a, b], own)).toEqual({ kind: 'pinned offices', ids: [a] });
  expect(await assign([b, 9_999], own)).toEqual({ kind: 'unknown offices', ids: [9_999] });
  expect(await assign([b], 9_999)).toEqual({ kind: 'unknown gateway' });
  expect(await assign([b], file)).toEqual({ kind: 'assigned' });
  await assignOffices(database.db, file, []);
  expect([await gatewayOf(a), await gatewayOf(b)]).toEqual([null, file]);
  expect(await assign([a], own)).toEqual({ kind: 'assigned' });

  expect(await inTransaction((tx) => retireGateway(tx, own))).toEqual({
    kind: 'in use',
    waiting: 0,
    offices: 1,
  });
  expect(await assign([a], null)).toEqual({ kind: 'assigned' });
  expect(await inTransaction((tx) => retireGateway(tx, own))).toEqual({ kind: 'retired' });
});

test('offices that a former gateways file assigned to a gateway return to the default one', async () => {
  const file = (await registerGateways(database.db, [FILE])).get('file') ?? 0;
  const path = { partner: 'P', client: 'C', office: 'A' };
  await assignOffices(database.db, file, [path]);
  await registerGateways(database.db, [{ ...FILE, name: 'another file' }]);
  const rows = await database.db.selectFrom('offices').select('gateway_id').where('name', '=', 'A').execute();
  expect(rows).toEqual([{ gateway_id: null }]);
});
