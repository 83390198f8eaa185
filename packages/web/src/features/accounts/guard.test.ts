/** The route guard, and where a login redirects. */
import { describe, expect, it } from 'vitest';
import { json, stubFetch } from '../../testing/stub-fetch.ts';
import { requireSession, safeReturnPath } from './guard.ts';

const STATUS = 'GET /api/auth/sm/v1/status';

function enter(path: string) {
  const url = new URL(path, 'http://console.test');
  const request = new Request(url);
  return requireSession({ request, url, pattern: '/', params: {}, context: undefined as never });
}

describe('the guard', () => {
  it('AUTH-4 admits a session', async () => {
    const user = { id: 1, username: 'ann' };
    stubFetch({ [STATUS]: () => json({ authenticated: true, user }) });
    expect(await enter('/tests')).toEqual({ authenticated: true, user });
  });

  it.each([
    ['/', '/login'],
    ['/create-tests', '/login'],
    ['/tests?page=2', '/login?from=%2Ftests%3Fpage%3D2'],
  ])('AUTH-4 redirects from %s to %s without a session', async (path, target) => {
    stubFetch({ [STATUS]: () => json({ authenticated: false }) });
    const answer = await enter(path).catch((thrown: unknown) => thrown);
    expect((answer as Response).headers.get('Location')).toBe(target);
  });
});

describe('after the login', () => {
  it('LOGIN-3 redirects to /create-tests, or to the screen requested before', () => {
    expect(safeReturnPath(null)).toBe('/create-tests');
    expect(safeReturnPath('/test-report/7?x=1')).toBe('/test-report/7?x=1');
  });

  it.each(['//evil.test', 'https://evil.test', '/\\evil.test', '', 'tests'])(
    'never redirects to %s',
    (from) => {
      expect(safeReturnPath(from)).toBe('/create-tests');
    },
  );
});
