/** A stub of `fetch` for one test: responds by method and path, and records the requests. */
import { onTestFinished, vi } from 'vitest';

export interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: BodyInit | null | undefined;
  readonly credentials: RequestCredentials | undefined;
}

/** @param answers by `METHOD /path` (without the query), called for each request; undefined is a 404 */
export function stubFetch(
  answers: Readonly<Record<string, () => Response | Promise<Response>>>,
): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  // The worker runs other files after this one.
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    requests.push({ method, url, headers, body: init.body, credentials: init.credentials });
    const answer = answers[`${method} ${url.split('?', 1)[0]}`];
    return answer === undefined ? new Response('no such path', { status: 404 }) : answer();
  });
  return requests;
}

export function json(value: unknown, init: ResponseInit = {}): Response {
  return Response.json(value, init);
}
