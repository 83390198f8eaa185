/** Requests whose body arrives only after the server has read their headers. */
import { request as httpRequest } from 'node:http';
import type { Call } from '@textprobe/contract/call';
import { callDocs } from '@textprobe/contract/call-docs';
import { type CallName, calls } from '@textprobe/contract/calls';
import type { TestClient } from './test-client.ts';

export interface LateRequest {
  /** Sends the body. @returns status and problem code, such as `401 session.required`; the code is empty for success */
  finish(): Promise<string>;
}

/** A valid request of any call: with the example of its description as the body, and an id wherever it needs one. */
export async function exampleOf(name: CallName, id = '1') {
  const call: Call = calls[name];
  const given = callDocs[name].exampleBody ?? {};
  const content = new FormData();
  content.set('content', new Blob([JSON.stringify(given)], { type: 'application/json' }));
  const isForm = callDocs[name].form === 'content only';
  const body = new Response(isForm ? content : typeof given === 'string' ? given : JSON.stringify(given));
  const type = isForm
    ? body.headers.get('content-type')
    : typeof given === 'string'
      ? 'text/csv'
      : 'application/json';
  const wanted = call.query?.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
  const queryOf = (id: string) => Object.fromEntries(wanted.map((key) => [key, id]));
  const query = queryOf(call.query?.safeParse(queryOf(id)).success === false ? '1'.repeat(32) : id);
  return {
    method: call.method,
    path: `${call.path.replace(/:\w+/g, id)}?${new URLSearchParams(query).toString()}`,
    type: type ?? '',
    body: Buffer.from(await body.arrayBuffer()),
  };
}

/** Sends the headers. @param token a CSRF token of the client */
export function sendHeaders(
  address: string,
  client: TestClient,
  token: string,
  { method, path, type, body }: Awaited<ReturnType<typeof exampleOf>>,
): LateRequest {
  const headers = {
    'content-type': type,
    'content-length': body.length,
    cookie: client.cookieHeader(),
    'x-xsrf-token': token,
  };
  const request = httpRequest(new URL(path, address), { method, headers });
  const answered = new Promise<string>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('error', reject).once('end', () => {
        const isProblem = response.headers['content-type']?.startsWith('application/problem') === true;
        resolve(
          `${response.statusCode} ${isProblem ? (JSON.parse(text) as { code: string }).code : ''}`.trim(),
        );
      });
    });
  });
  request.flushHeaders();
  return {
    finish() {
      request.end(body);
      return answered;
    },
  };
}
