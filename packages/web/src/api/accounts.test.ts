/** Login, logout and the status check. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { checkAuthStatus, login, logout } from './accounts.ts';
import { forgetCsrfToken } from './http.ts';

const A = '/api/auth/sm/v1';
const csrf = { 'GET /api/csrf': () => new Response('token-1') };

/** @returns the stored values */
function stubStorage(name: 'localStorage' | 'sessionStorage', held: Record<string, string>) {
  const values = new Map(Object.entries(held));
  vi.stubGlobal(name, {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
    clear: () => values.clear(),
  });
  return values;
}

beforeEach(forgetCsrfToken);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('login', () => {
  it('AUTH-1 posts form data, then fetches the CSRF token of the new session', async () => {
    const requests = stubFetch({ ...csrf, [`POST ${A}/login`]: () => json({ authenticated: true }) });
    await login('ann', 'secret');
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST ${A}/login`,
      'GET /api/csrf',
    ]);
    const form = requests[0]?.body as FormData;
    expect([form.get('username'), form.get('password')]).toEqual(['ann', 'secret']);
  });

  it('AUTH-1 treats a 302 as success', async () => {
    stubFetch({ ...csrf, [`POST ${A}/login`]: () => new Response(null, { status: 302 }) });
    await expect(login('ann', 'secret')).resolves.toBeUndefined();
  });

  it("LOGIN-5 fails with 'Login failed! status: {code} - {body}'", async () => {
    const requests = stubFetch({ ...csrf, [`POST ${A}/login`]: () => new Response('Nope', { status: 401 }) });
    await expect(login('ann', 'wrong')).rejects.toThrow('Login failed! status: 401 - Nope');
    expect(requests).toHaveLength(1);
  });
});

describe('logout', () => {
  it.each([
    ['ends the session', 204],
    ['fails', 500],
  ])('AUTH-2 clears local and session storage when the call %s', async (_what, status) => {
    const local = stubStorage('localStorage', { draft: 'Hi', 'textprobe-color-scheme': 'dark' });
    const session = stubStorage('sessionStorage', { draft: 'Hi' });
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const requests = stubFetch({ ...csrf, [`POST ${A}/logout`]: () => new Response(null, { status }) });
    await logout();
    expect(requests.at(-1)?.url).toBe(`${A}/logout`);
    // The color scheme is kept: it reveals nothing about the user's work.
    expect([...local]).toEqual([['textprobe-color-scheme', 'dark']]);
    expect([...session]).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(status === 500 ? 1 : 0);
  });
});

describe('status', () => {
  const user = { id: 1, username: 'ann' };
  it.each([
    ['a session', json({ authenticated: true, user }), true],
    ['no session', json({ authenticated: false }), false],
    ['a word instead of a boolean', json({ authenticated: 'yes' }), false],
    ['a failure', new Response('', { status: 500 }), false],
    ['no JSON', new Response('<html>'), false],
  ])('AUTH-3 reads %s', async (_what, answer, authenticated) => {
    stubFetch({ [`GET ${A}/status`]: () => answer });
    expect((await checkAuthStatus()).authenticated).toBe(authenticated);
  });

  it('AUTH-3 treats a failed check as not authenticated', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await checkAuthStatus()).toEqual({ authenticated: false });
  });
});
