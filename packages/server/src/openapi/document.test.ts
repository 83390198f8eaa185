/** The OpenAPI document: valid, complete, and equal to its committed copy. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { Call } from '@textprobe/contract/call';
import { callDocs } from '@textprobe/contract/call-docs';
import { type CallName, calls } from '@textprobe/contract/calls';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { OPENAPI_COMMAND, OPENAPI_FILE, openapiText } from '../testing/openapi-file.ts';
import { createStrangersInboxes } from '../testing/source-inboxes.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createApiDocument, templateOf } from './document.ts';

const all = Object.entries<Call>(calls) as [CallName, Call][];
const document = createApiDocument();

test('CALL-23 the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('CALL-23 every reference resolves', () => {
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"\$ref":"#([^"]+)"/g)].map((match) => match[1] as string));
  expect(references.size).toBeGreaterThan(20);
  for (const reference of references) {
    const found = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(found, reference).toBeDefined();
  }
});

test('CALL-23 every call has a description, and nothing else has', () => {
  expect(Object.keys(callDocs).toSorted()).toEqual(Object.keys(calls).toSorted());
});

test.each(all)('CALL-23 the examples of %s match its schemas', (name, call) => {
  const doc = callDocs[name];
  const body = call.body ?? doc.body;
  const { exampleBody } = doc;
  const sent = typeof exampleBody === 'string' ? new TextEncoder().encode(exampleBody) : exampleBody;
  if (body !== undefined) expect(body.safeParse(sent).error).toBeUndefined();
  if (call.answer !== undefined) expect(call.answer.safeParse(doc.example).error).toBeUndefined();
});

test('CALL-23 the document describes exactly the routes mounted under /api', async () => {
  const mounted = new Set<string>();
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) mounted.add(`${one} ${templateOf(url)}`);
    });
  subscribe('fastify.initialization', listen);
  const inbox = createNativeInbox({ clock: realClock, findPhoneByKey: async () => null });
  const server = await startTestServer({ inboxes: [inbox, ...createStrangersInboxes()] }).finally(() =>
    unsubscribe('fastify.initialization', listen),
  );
  await server.close();

  const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const page = `GET ${calls.apiDocs.path}`;
  const wanted = [...mounted].filter(
    // HEAD comes with every GET; paths below the documentation page belong to it.
    (route) => route.includes(' /api/') && !route.startsWith('HEAD ') && !route.startsWith(`${page}/`),
  );
  expect(described.toSorted()).toEqual(wanted.toSorted());
});

test('CALL-23 the committed copy is up to date', async () => {
  const committed = await readFile(OPENAPI_FILE, 'utf8');
  expect(committed === openapiText(), `docs/openapi.json differs: ${OPENAPI_COMMAND} updates it`).toBe(true);
});

test('DIR-2, CALL-23 the document names If-Match and the ETag of every call that needs them', () => {
  const needing = all.filter(([, call]) => call.ifMatch === true);
  expect(needing.map(([name]) => name)).toEqual(
    ['Partner', 'Client', 'Office', 'Phone'].map((kind) => `replace${kind}`),
  );
  for (const [, { path, method }] of needing) {
    const operation = document.paths?.[templateOf(path)]?.[method.toLowerCase() as 'put'];
    expect(operation?.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'If-Match', required: true }),
    );
    expect(operation?.responses?.['200']).toHaveProperty('headers.ETag');
  }
});
