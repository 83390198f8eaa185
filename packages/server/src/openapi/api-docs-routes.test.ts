/** The OpenAPI document and its page over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { openTestServer } from '../testing/test-server.ts';
import { createApiDocument } from './document.ts';

const { server } = await openTestServer();

test('CALL-23 the generated document is public', async () => {
  const response = await server.visitor().call(calls.apiDocument);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(createApiDocument())));
});

test('CALL-23 the page loads everything from this host, without a session', async () => {
  const visitor = server.visitor();
  for (const path of [calls.apiDocs.path, `${calls.apiDocs.path}/`]) {
    const page = await visitor.send('GET', path);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await page.text();
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThan(4);
    for (const address of addresses) {
      const { origin, pathname } = new URL(address, new URL(path, server.address));
      expect(origin).toBe(server.address);
      expect((await visitor.send('GET', pathname)).status, pathname).toBe(200);
    }
    expect(html).not.toMatch(/<script>|<style|style=/);
  }
});

test('CALL-23 the page shows the same document', async () => {
  const shown = await server.visitor().send('GET', `${calls.apiDocs.path}/json`);
  expect(await shown.json()).toEqual(JSON.parse(JSON.stringify(createApiDocument())));
});

test('CALL-23 calls made from the page send a CSRF token', async () => {
  const script = await server.visitor().send('GET', `${calls.apiDocs.path}/static/swagger-initializer.js`);
  expect(await script.text()).toContain('/api/csrf');
});
