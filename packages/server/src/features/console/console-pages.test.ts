/** The console's files and pages, with their security headers. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'textprobe-web-'));
  await mkdir(join(webRoot, 'assets'));
  await writeFile(
    join(webRoot, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><p>console</p>',
  );
  await writeFile(join(webRoot, 'assets', 'app-1a2b.js'), 'console.log(1)'.repeat(200));
  await writeFile(join(webRoot, 'assets', 'app-1a2b.js.br'), 'not really brotli');
  await writeFile(join(webRoot, 'textprobe.svg'), '<svg/>');
  server = await startTestServer({ webRoot });
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const PAGE = { accept: 'text/html,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = PAGE) =>
  server.visitor().send('GET', path, { headers });

test('AUTH-5 every path of the console’s own router gets its page', async () => {
  for (const path of ['/', '/login', '/test-report/7?tab=logs', '/index.html']) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('<p>console</p>');
  }
});

test('AUTH-5 the policy of the page allows its own origin and one fresh nonce, and nothing inline', async () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 2; i += 1) {
    const response = await get('/login');
    const [, nonce = ''] = /content="([^"]+)"/.exec(await response.text()) ?? [];
    nonces.add(nonce);
    const policy = response.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "media-src 'self' data: blob:",
      "connect-src 'self'",
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  }
  expect(nonces.size).toBe(2);
});

test('AUTH-7 every answer forbids sniffing, framing and cross-site referrers; answers of calls are never cached', async () => {
  const response = await get('/api/csrf', { origin: 'https://elsewhere.example' });
  expect(response.headers.has('access-control-allow-origin')).toBe(false);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  expect(response.headers.has('server')).toBe(false);
  expect(response.headers.has('x-powered-by')).toBe(false);
});

test('AUTH-5 hashed files are cached for a year, others for an hour, and compressed ones are served', async () => {
  const visitor = server.visitor();
  const script = await get('/assets/app-1a2b.js', { 'accept-encoding': 'identity' });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-type')).toMatch(/javascript/);
  expect(await script.text()).toContain('console.log');
  const head = await visitor.send('HEAD', '/assets/app-1a2b.js', {
    headers: { 'accept-encoding': 'br' },
    token: null,
  });
  expect(head.headers.get('content-encoding')).toBe('br');
  const logo = await get('/textprobe.svg', {});
  expect(logo.headers.get('cache-control')).toBe('public, max-age=3600');
});

test('AUTH-5 a missing file is 404 and not the page, and no path leaves the folder', async () => {
  const visitor = server.visitor();
  for (const path of ['/assets/gone.js', '/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2fpackage.json']) {
    const response = await get(path, { accept: '*/*' });
    expect([400, 404]).toContain(response.status);
    expect(await response.text()).not.toContain('<p>console</p>');
  }
  expect(await visitor.problem({ method: 'POST', path: '/login' }, { token: null })).toMatchObject({
    status: 404,
  });
});

test('AUTH-5 a folder is never listed', async () => {
  for (const path of ['/assets/', '/assets'])
    expect(await (await get(path)).text(), path).not.toContain('app-1a2b');
});

test('a server that fails to build leaves nothing that keeps the process alive', async () => {
  const unsubscribe = vi.fn();
  const building = startTestServer({ webRoot: join(webRoot, 'nowhere'), subscribeLive: () => unsubscribe });
  await expect(building).rejects.toThrow('ENOENT');
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('ACCT-7 the page has the name of single sign-on as text, whatever characters it has', async () => {
  await writeFile(
    join(webRoot, 'index.html'),
    '<meta name="sign-on" content="__SIGN_ON__" /><meta name="sign-on-only" content="__SIGN_ON_ONLY__" />',
  );
  const names: string[] = [];
  const signOn = {
    issuer: 'https://sso.example.com/',
    clientId: 'textprobe',
    clientSecret: 'secret',
    roleClaim: 'roles',
    roleMap: [],
    partnerClaim: null,
    name: `"><script>alert(1)</script> & $& Co`,
    isOnly: true,
  };
  for (const given of [null, signOn]) {
    await using other = await startTestServer({ webRoot, signOn: given });
    names.push(await (await other.visitor().send('GET', '/login', { headers: PAGE })).text());
  }
  expect(names).toEqual([
    '<meta name="sign-on" content="" /><meta name="sign-on-only" content="0" />',
    '<meta name="sign-on" content="&quot;>&lt;script>alert(1)&lt;/script> &amp; $&amp; Co" /><meta name="sign-on-only" content="1" />',
  ]);
});
