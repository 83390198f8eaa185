/** Texts of the size of a body cost no more than their refusal. */
import { calls } from '@textprobe/contract/calls';
import { afterEach, expect, test, vi } from 'vitest';
import { openTestServer } from '../testing/test-server.ts';

const { server, client } = await openTestServer();
afterEach(() => void vi.restoreAllMocks());

/** Normalizing takes the square of its length. */
const ACCENTS = `a${'\u0316\u0301'.repeat(15_000)}`;

test('GUARD-3 no text is normalized that is longer than it may be', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const phone = { name: ACCENTS, phoneNumber: '1', carrier: ACCENTS, evidence: 'handset', partnerId: null };
  const office = { name: ACCENTS, clientId: 1, phoneNumber: ACCENTS, gatewayId: null };
  const managers = { managerFirstName: ACCENTS, managerLastName: ACCENTS };
  const refusals = [
    await client.refusal(calls.createPartner, { body: { name: ACCENTS, limitPerDay: null } }),
    await client.refusal(calls.createPhone, { body: phone }),
    await client.refusal(calls.createOffice, { body: { ...office, ...managers } }),
  ];
  expect(refusals).toEqual(Array(3).fill('422 body.invalid'));
  const login = await server.visitor().send('POST', calls.login.path, {
    body: { username: 'operator', password: ACCENTS },
  });
  expect(login.status).toBe(422);
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  expect(Math.max(...lengths)).toBeLessThan(4_000);
});

test('GUARD-3 of many unknown keys only the first are compared with the known ones', async () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => [`key${index}`, 1]);
  const toLowerCase = vi.spyOn(String.prototype, 'toLowerCase');
  const { errors } = await client.problem(calls.createPartner, { body: Object.fromEntries(keys) });
  expect(errors?.at(-1)).toMatchObject({ code: 'unrecognized_keys', message: 'unknown; leave it out.' });
  expect(toLowerCase.mock.contexts.filter((text) => String(text).startsWith('key'))).toHaveLength(50);
});
