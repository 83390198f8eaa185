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

/** By `METHOD /path` (without the query), called for each request. */
export type Answers = Readonly<Record<string, (request: RecordedRequest) => Response | Promise<Response>>>;

/** @param answers may change during the test; without one, a call gets a 404 */
export function stubFetch(answers: Answers): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  // The worker runs other files after this one.
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    const request = { method, url, headers, body: init.body, credentials: init.credentials };
    requests.push(request);
    const answer = answers[`${method} ${url.split('?', 1)[0]}`];
    return answer === undefined ? new Response('no such path', { status: 404 }) : answer(request);
  });
  return requests;
}

export function json(value: unknown, init: ResponseInit = {}): Response {
  return Response.json(value, init);
}
