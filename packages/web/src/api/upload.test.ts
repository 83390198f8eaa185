/** The replacement for `fetch` that reports upload progress. */
import { afterEach, expect, it, vi } from 'vitest';
import { fetchWithProgress } from './upload.ts';

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A stub of XMLHttpRequest; `play` decides what happens once it is sent. */
function stubRequests(play: (request: StubRequest) => void): Sent[] {
  const sent: Sent[] = [];
  class StubRequestThatPlays extends StubRequest {
    override send(body: unknown) {
      sent.push({ method: this.method, url: this.url, headers: this.headers, body });
      play(this);
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubRequestThatPlays);
  return sent;
}

class StubRequest {
  method = '';
  url = '';
  headers: Record<string, string> = {};
  withCredentials = false;
  responseType = '';
  status = 0;
  response: Blob = new Blob([]);
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  open(method: string, url: string) {
    Object.assign(this, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\nretry-after: 1\r\n';
  }
  send(_body: unknown) {}
  abort() {
    this.onabort?.();
  }
}

const form = new FormData();
const init = {
  method: 'POST',
  headers: { 'X-XSRF-TOKEN': 'token-1' },
  credentials: 'include',
  body: form,
} as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

it('reports the bytes sent so far, and responds as fetch does', async () => {
  const sent = stubRequests((request) => {
    request.upload.onprogress?.({ loaded: 10, total: 40 });
    request.upload.onprogress?.({ loaded: 40, total: 40 });
    request.status = 422;
    request.response = new Blob(['{"code":"media.type"}']);
    request.onload?.();
  });
  const reported: [number, number][] = [];
  const answer = await fetchWithProgress((loaded, total) => reported.push([loaded, total]))(
    '/api/create',
    init,
  );
  expect(reported).toEqual([
    [10, 40],
    [40, 40],
  ]);
  expect(answer.status).toBe(422);
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(await answer.json()).toEqual({ code: 'media.type' });
  expect(sent).toMatchObject([
    { method: 'POST', url: '/api/create', headers: { 'x-xsrf-token': 'token-1' }, body: form },
  ]);
});

it('rejects with a TypeError without a response, as fetch does', async () => {
  stubRequests((request) => request.onerror?.());
  await expect(fetchWithProgress(() => undefined)('/api/create', init)).rejects.toThrow(TypeError);
});

it('rejects with an AbortError when aborted, before and after it is sent', async () => {
  const sent = stubRequests(() => undefined);
  const over = new AbortController();
  const given = fetchWithProgress(() => undefined)('/api/create', { ...init, signal: over.signal });
  over.abort();
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  expect(sent).toHaveLength(1);
  const late = fetchWithProgress(() => undefined)('/api/create', { ...init, signal: over.signal });
  await expect(late).rejects.toMatchObject({ name: 'AbortError' });
  expect(sent).toHaveLength(1);
});
