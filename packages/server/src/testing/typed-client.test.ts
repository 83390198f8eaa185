/** The client made from the description compiles (`tsc -b` reads this file) and speaks with the real server. */
import type { Client } from 'openapi-fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components, paths } from './generated/api-types.ts';
import { fillDirectory, startTestServer, type TestServer } from './test-server.ts';
import { createTypedClient } from './typed-client.ts';

let server: TestServer;
let client: Client<paths>;
beforeAll(async () => {
  server = await startTestServer();
  await fillDirectory(server.db);
  const browser = await server.operator();
  client = createTypedClient(server.address, browser, await browser.csrfToken());
});
afterAll(() => server.close());

const body: components['schemas']['CreateTest'] = {
  testType: 'IMMEDIATE',
  messageType: 'SMS',
  partnerIDs: [1],
  clientIDs: [1],
  officeIDs: [1, 2],
  phoneIDs: [1, 2, 3],
  messageBody: 'Hello',
};

test('CALL-23 a typed client creates a test and reads it in the list', async () => {
  const made = await client.POST('/api/tests/sm/v1/deliverabilitytest/create', {
    body,
    params: { header: { 'Idempotency-Key': 'made-by-a-typed-client' } },
  });
  expect(made.response.status).toBe(201);
  const { data, response } = await client.GET('/api/tests/sm/v1/deliverabilitytest/all', {
    params: { query: { page: 1, pageSize: 5, testType: 'IMMEDIATE' } },
  });
  const names: string[] = (data ?? []).map((one) => one.messageBody);
  expect(names).toEqual(['Hello']);
  expect(response.headers.get('x-total-count')).toBe('1');
});

test('CALL-23 a typed client is told of a refusal by one of the codes described', async () => {
  const { error } = await client.GET('/api/tests/sm/v1/deliverabilitytest/get', {
    params: { query: { testId: 4_711 } },
  });
  if (error === undefined) throw new Error('it was found');
  // @ts-expect-error the type knows that this call never speaks of partners
  expect(error.code === 'partner.unknown').toBe(false);
  expect(error.code === 'test.unknown').toBe(true);
  expect(error.requestId).toMatch(/^[\w-]{12}$/);
});

test('CALL-23 what is not described does not compile', async () => {
  // @ts-expect-error a test has no such type
  const wrong: components['schemas']['CreateTest'] = { ...body, testType: 'SOMETIMES' };
  const { error, response } = await client.POST('/api/tests/sm/v1/deliverabilitytest/create', {
    body: wrong,
  });
  expect(response.status).toBe(422);
  expect(error).toMatchObject({ code: 'body.invalid', errors: [{ field: 'testType' }] });
});
