/** The request helper. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, stubFetch } from '../testing/stub-fetch.ts';
import { LONG_TIMEOUT_MS, TIMEOUT_MS, withTimeout } from './call-timeout.ts';
import {
  forgetCsrfToken,
  HttpError,
  isUnproven,
  keepProof,
  keepSession,
  request,
  requestJson,
  withQuery,
} from './http.ts';

const csrf = { 'GET /api/csrf': () => new Response('token-1') };

beforeEach(forgetCsrfToken);
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('CSRF', () => {
  it('AUTH-6 fetches the token before every unsafe call and sends it in X-XSRF-TOKEN', async () => {
    const requests = stubFetch({ ...csrf, 'POST /api/thing': () => json({}) });
    await request('/api/thing', { method: 'POST', body: {} });
    await request('/api/thing', { method: 'POST', body: {} });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/csrf',
      'POST /api/thing',
      'GET /api/csrf',
      'POST /api/thing',
    ]);
    expect(requests[1]?.headers.get('X-XSRF-TOKEN')).toBe('token-1');
  });

  it('AUTH-6 sends the last token with a safe call, without fetching one', async () => {
    const requests = stubFetch({
      ...csrf,
      'GET /api/thing': () => json({}),
      'DELETE /api/thing': () => json({}),
    });
    await request('/api/thing');
    expect(requests.map(({ headers }) => headers.get('X-XSRF-TOKEN'))).toEqual([null]);
    await request('/api/thing', { method: 'DELETE' });
    await request('/api/thing');
    expect(requests.at(-1)?.headers.get('X-XSRF-TOKEN')).toBe('token-1');
    expect(requests.filter(({ url }) => url === '/api/csrf')).toHaveLength(1);
  });

  it("CALL-22 fails with 'Failed to fetch CSRF token: {status}' and does not make the call", async () => {
    const requests = stubFetch({ 'GET /api/csrf': () => new Response('', { status: 503 }) });
    await expect(request('/api/thing', { method: 'POST' })).rejects.toThrow(
      'Failed to fetch CSRF token: 503',
    );
    expect(requests).toHaveLength(1);
  });
});

describe('calls', () => {
  it('AUTH-7 includes cookies, and sets the JSON content type unless the body is form data', async () => {
    const requests = stubFetch({ ...csrf, 'POST /api/thing': () => json({}) });
    await request('/api/thing', { method: 'POST', body: { a: 1 } });
    await request('/api/thing', { method: 'POST', body: new FormData() });
    const [sent, form] = requests.filter(({ method }) => method === 'POST');
    expect(requests.every(({ credentials }) => credentials === 'include')).toBe(true);
    expect(sent?.headers.get('Content-Type')).toBe('application/json');
    expect(sent?.body).toBe('{"a":1}');
    expect(form?.headers.has('Content-Type')).toBe(false);
  });

  it('CALL-20 leaves out null and undefined query values', () => {
    const query = { a: 1, b: null, c: undefined, d: '', e: 'x y&z' };
    expect(withQuery('/api/thing', query)).toBe('/api/thing?a=1&d=&e=x+y%26z');
    expect(withQuery('/api/thing', { a: null })).toBe('/api/thing');
  });

  it('marks background calls', async () => {
    const requests = stubFetch({ 'GET /api/thing': () => json({}) });
    await request('/api/thing', { background: true });
    await request('/api/thing');
    expect(requests.map(({ headers }) => headers.get('X-Textprobe-Background'))).toEqual(['1', null]);
  });

  it("CALL-22 fails with 'HTTP error! status: {code} - {body}', and carries the problem", async () => {
    const problem = {
      code: 'recipients.none',
      errors: [{ field: 'phoneIDs', code: 'x', message: 'Choose one.' }],
    };
    stubFetch({
      'GET /api/thing': () => json(problem, { status: 422 }),
      'GET /api/text': () => new Response('No', { status: 500 }),
    });
    const error = await requestJson('/api/thing').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 422, problem });
    expect((error as HttpError).message).toBe(`HTTP error! status: 422 - ${JSON.stringify(problem)}`);
    await expect(request('/api/text')).rejects.toMatchObject({
      message: 'HTTP error! status: 500 - No',
      problem: null,
    });
  });
});

describe('an expired session', () => {
  const refused = () => new Response('', { status: 401 });

  it('CALL-21 holds a call with a 401 until the next login, then sends it unchanged', async () => {
    const answers = [refused, () => json({ done: true })];
    const requests = stubFetch({ ...csrf, 'POST /api/thing': () => (answers.shift() ?? refused)() });
    const back = Promise.withResolvers<boolean>();
    const stop = keepSession(() => back.promise);
    const sent = requestJson('/api/thing', { method: 'POST', body: { a: 1 }, idempotencyKey: 'key-1' });
    await vi.waitFor(() => expect(requests).toHaveLength(2), { timeout: 15_000 });
    back.resolve(true);
    expect(await sent).toEqual({ done: true });
    const posts = requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ body, headers }) => [body, headers.get('Idempotency-Key')])).toEqual([
      ['{"a":1}', 'key-1'],
      ['{"a":1}', 'key-1'],
    ]);
    // The token of the previous session would be rejected.
    expect(requests.filter(({ url }) => url === '/api/csrf')).toHaveLength(2);
    stop();
  });

  it('CALL-21 fails with the 401 without a login, without a session keeper, and with final401', async () => {
    stubFetch({ 'GET /api/thing': refused });
    const keeper = vi.fn(async () => false);
    const stop = keepSession(keeper);
    await expect(request('/api/thing')).rejects.toMatchObject({ status: 401 });
    expect(keeper).toHaveBeenCalledTimes(1);
    await expect(request('/api/thing', { final401: true })).rejects.toMatchObject({ status: 401 });
    stop();
    await expect(request('/api/thing')).rejects.toMatchObject({ status: 401 });
    expect(keeper).toHaveBeenCalledTimes(1);
  });

  it('is detected by a 401 only', async () => {
    stubFetch({ 'GET /api/thing': () => new Response('', { status: 403 }) });
    const keeper = vi.fn(async () => true);
    const stop = keepSession(keeper);
    await expect(request('/api/thing')).rejects.toMatchObject({ status: 403 });
    expect(keeper).not.toHaveBeenCalled();
    stop();
  });

  it('does not send a call that was aborted in the meantime', async () => {
    const requests = stubFetch({ 'GET /api/thing': refused });
    const gone = new AbortController();
    const stop = keepSession(async () => {
      gone.abort();
      return true;
    });
    await expect(request('/api/thing', { signal: gone.signal })).rejects.toThrow('aborted');
    expect(requests).toHaveLength(1);
    stop();
  });
});

describe('a call that needs the password again', () => {
  const refused = () => json({ code: 'proof.needed' }, { status: 403 });

  it('ACCT-9: waits for it, then is sent again with its key', async () => {
    const answers = [refused, () => json({ done: true })];
    const requests = stubFetch({ ...csrf, 'POST /api/thing': () => (answers.shift() ?? refused)() });
    const keeper = vi.fn(async () => true);
    const stop = keepProof(keeper);
    const sent = requestJson('/api/thing', { method: 'POST', body: { a: 1 }, idempotencyKey: 'key-1' });
    expect(await sent).toEqual({ done: true });
    stop();
    expect(keeper).toHaveBeenCalledTimes(1);
    const posts = requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ body, headers }) => [body, headers.get('Idempotency-Key')])).toEqual([
      ['{"a":1}', 'key-1'],
      ['{"a":1}', 'key-1'],
    ]);
  });

  it('ACCT-9: fails if the user cancels, or if no one can be asked', async () => {
    const requests = stubFetch({ ...csrf, 'POST /api/thing': refused });
    const stop = keepProof(async () => false);
    const canceled = await request('/api/thing', { method: 'POST' }).catch((error: unknown) => error);
    expect(isUnproven(canceled)).toBe(true);
    stop();
    await expect(request('/api/thing', { method: 'POST' })).rejects.toMatchObject({ status: 403 });
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });
});

describe('large files', () => {
  const body = new FormData();
  body.append('files', new File(['x'.repeat(300_000)], 'cat.png'));
  const stubStatus = (authenticated: () => unknown) =>
    stubFetch({
      ...csrf,
      'GET /api/auth/sm/v1/status': () => json({ authenticated: authenticated() }),
      'POST /api/thing': () => json({}),
    });
  const paths = (all: ReturnType<typeof stubFetch>) => all.map(({ url }) => url);

  it('CALL-21 are sent only after a session check, and wait for a login', async () => {
    let isLoggedIn = false;
    const all = stubStatus(() => isLoggedIn);
    const stop = keepSession(async () => (isLoggedIn = true));
    await request('/api/thing', { method: 'POST', body });
    stop();
    const status = '/api/auth/sm/v1/status';
    expect(paths(all)).toEqual([status, status, '/api/csrf', '/api/thing']);
  });

  it('CALL-21 fail as any call does without a login', async () => {
    const all = stubStatus(() => false);
    await expect(request('/api/thing', { method: 'POST', body })).rejects.toMatchObject({ status: 401 });
    expect(paths(all)).toEqual(['/api/auth/sm/v1/status']);
  });

  it('are sent even if the session check fails: the call itself reports the problem', async () => {
    const all = stubFetch({ ...csrf, 'POST /api/thing': () => json({}) });
    await request('/api/thing', { method: 'POST', body });
    expect(paths(all)).toEqual(['/api/auth/sm/v1/status', '/api/csrf', '/api/thing']);
  });

  it('are checked only above a size', async () => {
    const small = new FormData();
    small.append('files', new File(['x'], 'cat.png'));
    const all = stubStatus(() => false);
    await request('/api/thing', { method: 'POST', body: small });
    expect(paths(all)).toEqual(['/api/csrf', '/api/thing']);
  });
});

describe('an unresponsive server', () => {
  /** Like a browser: pending until the call is aborted. */
  const hang = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });

  it('AUTH-2 no call exceeds its timeout, whether it waits for the token or for the response', async () => {
    vi.stubGlobal('fetch', hang);
    await expect(request('/api/thing', { timeoutMs: 1 })).rejects.toMatchObject({ name: 'TimeoutError' });
    const given = withTimeout(1);
    await expect(request('/api/thing', { method: 'POST', signal: given })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('the caller can still abort', async () => {
    vi.stubGlobal('fetch', hang);
    const gone = new AbortController();
    const call = request('/api/thing', { signal: gone.signal });
    gone.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('the timeout is a minute for a read, and five for a form', () => {
    vi.useFakeTimers();
    const limits: number[] = [];
    const began = Date.now();
    for (const signal of [withTimeout(TIMEOUT_MS), withTimeout(LONG_TIMEOUT_MS)]) {
      signal.addEventListener('abort', () => limits.push(Date.now() - began));
    }
    vi.runAllTimers();
    vi.useRealTimers();
    expect(limits).toEqual([60_000, 300_000]);
  });
});
