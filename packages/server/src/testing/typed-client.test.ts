/** A client as an outsider would write it, typed from the committed OpenAPI document alone. */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import createClient, { type Client } from 'openapi-fetch';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { OPENAPI_FILE } from './openapi-file.ts';
import { openTestServer } from './test-server.ts';

/** Type-checked against the generated types, then run against a real server. */
const PROGRAM = `
import type { Client } from 'openapi-fetch';
import type { components, paths } from './api-types.ts';

const body: components['schemas']['CreateTest'] = {
  testType: 'IMMEDIATE',
  messageType: 'SMS',
  partnerIDs: [1],
  clientIDs: [1],
  officeIDs: [1, 2],
  phoneIDs: [1, 2, 3],
  messageBody: 'Hello',
};

export async function createAndList(client: Client<paths>) {
  const created = await client.POST('/api/tests/sm/v1/deliverabilitytest/create', {
    body,
    params: { header: { 'Idempotency-Key': 'made-by-a-typed-client' } },
  });
  const { data, response } = await client.GET('/api/tests/sm/v1/deliverabilitytest/all', {
    params: { query: { page: 1, pageSize: 5, testType: 'IMMEDIATE' } },
  });
  const texts: string[] = (data ?? []).map((one) => one.messageBody);
  return { status: created.response.status, texts, total: response.headers.get('x-total-count') };
}

export async function readUnknown(client: Client<paths>) {
  const { error } = await client.GET('/api/tests/sm/v1/deliverabilitytest/get', {
    params: { query: { testId: 4_711 } },
  });
  if (error === undefined) throw new Error('the test was found');
  // @ts-expect-error this call never answers partner.unknown
  const ofPartners = error.code === 'partner.unknown';
  return { ofPartners, ofTests: error.code === 'test.unknown', requestId: error.requestId };
}

export async function createWrong(client: Client<paths>) {
  // @ts-expect-error a test has no such type
  const wrong: components['schemas']['CreateTest'] = { ...body, testType: 'SOMETIMES' };
  const { error, response } = await client.POST('/api/tests/sm/v1/deliverabilitytest/create', { body: wrong });
  return { status: response.status, error };
}
`;

interface Program {
  createAndList(client: Client<object>): Promise<unknown>;
  readUnknown(client: Client<object>): Promise<unknown>;
  createWrong(client: Client<object>): Promise<unknown>;
}

const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = fileURLToPath(new URL('../../.cache/typed-client/', import.meta.url));

await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'api-types.ts'), astToString(await openapiTypescript(OPENAPI_FILE)));
await writeFile(path.join(folder, 'program.ts'), PROGRAM);
const config = { extends: path.join(checkout, 'tsconfig.base.json'), include: ['*.ts'] };
await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
const program: Program = await import(path.join(folder, 'program.ts'));

const { server, client: browser } = await openTestServer();
const token = await browser.csrfToken();
const cookie = browser.cookieHeader();
const client = createClient({ baseUrl: server.address, headers: { cookie, 'x-xsrf-token': token } });

test('CALL-23 a client made from the description compiles, and what is not described does not', () => {
  const tsc = path.join(checkout, 'node_modules/typescript/bin/tsc');
  const checked = spawnSync(process.execPath, [tsc, '-p', folder, '--outDir', `${folder}dist`]);
  expect(checked.stdout.toString()).toBe('');
  expect(checked.status).toBe(0);
});

test('CALL-23 a typed client creates a test and reads it in the list', async () => {
  expect(await program.createAndList(client)).toEqual({ status: 201, texts: ['Hello'], total: '1' });
});

test('CALL-23 a typed client gets a refusal with one of the described codes', async () => {
  expect(await program.readUnknown(client)).toEqual({
    ofPartners: false,
    ofTests: true,
    requestId: expect.stringMatching(/^[\w-]{12}$/),
  });
  expect(await program.createWrong(client)).toMatchObject({
    status: 422,
    error: { code: 'body.invalid', errors: [{ field: 'testType' }] },
  });
});
