/** The first steps of an empty installation over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { registerGateways } from '@textprobe/database/gateways/gateways';
import { afterAll, expect, test } from 'vitest';
import { PAYLOAD } from '../../testing/payload.ts';
import { at } from '../../testing/test-client.ts';
import { startTestServer } from '../../testing/test-server.ts';

const server = await startTestServer();
afterAll(() => server.close());
const administrator = await server.operator();

const EMPTY = { office: null, phone: null, gateway: null, hasTest: false };
const body = { partner: 'Cedar', client: 'Cedar East', office: 'Main', phoneNumber: '(213) 555-0142' };
const steps = () => administrator.call(calls.firstSteps);

test('DIR-4: each step is done once its entry exists, and open again once that is retired', async () => {
  expect(await steps()).toEqual(EMPTY);
  const office = await administrator.call(calls.createFirstOffice, { body });
  expect(office).toMatchObject({
    name: 'Main',
    phoneNumber: '+12135550142',
    parents: [{ name: 'Cedar East' }, { name: 'Cedar' }],
  });
  expect(await steps()).toEqual({ ...EMPTY, office: { id: office.id, name: 'Main' } });

  const phone = await administrator.call(calls.createPhone, {
    body: {
      name: 'Pixel',
      phoneNumber: '+12135550143',
      carrier: 'Verizon',
      evidence: 'receipt',
      partnerId: null,
    },
  });
  await registerGateways(server.db, [
    { name: 'spare', kind: 'smpp', sendsMms: false, isDefault: false, isDefaultMms: false },
  ]);
  const { phone: found, gateway } = await steps();
  expect(found).toEqual({ id: phone.id, name: 'Pixel', evidence: 'receipt' });
  expect(gateway).toBeNull();
  await registerGateways(server.db, [
    { name: 'acme', kind: 'smpp', sendsMms: false, isDefault: true, isDefaultMms: false },
  ]);
  await administrator.call(calls.createTest, {
    body: {
      ...PAYLOAD,
      partnerIDs: [office.parents[1]?.id],
      clientIDs: [office.clientId],
      officeIDs: [office.id],
      phoneIDs: [phone.id],
    },
  });
  expect(await steps()).toMatchObject({ gateway: { name: 'acme' }, hasTest: true });

  const { retirePhone } = calls;
  await administrator.call(at(retirePhone, phone.id));
  expect(await steps()).toMatchObject({ phone: null, office: { name: 'Main' } });
});

test('DIR-4: the office joins a partner and a client of these names, and a refused one leaves nothing', async () => {
  const again = { ...body, office: 'Second' };
  const { clientId } = await administrator.call(calls.createFirstOffice, { body: again });
  const second = await administrator.problem(calls.createFirstOffice, { body: again });
  expect(second).toMatchObject({ status: 409, code: 'directory.name-taken' });
  expect(second.errors).toEqual([expect.objectContaining({ field: 'office' })]);

  const { retireClient } = calls;
  await administrator.call(at(retireClient, clientId));
  const retired = await administrator.problem(calls.createFirstOffice, {
    body: { ...body, office: 'Third' },
  });
  expect(retired.errors).toEqual([expect.objectContaining({ field: 'client', code: 'retired' })]);

  const wrong = { partner: 'Dogwood', client: '', office: ' ', phoneNumber: '12' };
  const problem = await administrator.problem(calls.createFirstOffice, { body: wrong });
  expect(problem.errors?.map(({ field }) => field)).toEqual(['client', 'office', 'phoneNumber']);
  const partners = await administrator.call(calls.listPartners, {});
  expect(partners.map(({ name }) => name)).toEqual(['Cedar']);
});

test('ACCT-2 the phone of the first steps is one that their office can send to', async () => {
  await using own = await startTestServer();
  const client = await own.operator();
  await client.call(calls.createFirstOffice, { body });
  const { id: partnerId } = await client.call(calls.createPartner, {
    body: { name: 'Birch', limitPerDay: null },
  });
  const phone = { carrier: 'Verizon', evidence: 'receipt' } as const;
  await client.call(calls.createPhone, {
    body: { ...phone, name: 'Private', phoneNumber: '+12135550147', partnerId },
  });
  expect(await client.call(calls.firstSteps)).toMatchObject({ office: { name: 'Main' }, phone: null });
  await client.call(calls.createPhone, {
    body: { ...phone, name: 'Shared', phoneNumber: '+12135550148', partnerId: null },
  });
  expect(await client.call(calls.firstSteps)).toMatchObject({ phone: { name: 'Shared' } });
});
