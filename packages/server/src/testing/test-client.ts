/**
 * A browser as the server sees it: keeps cookies and fetches a CSRF token before every unsafe call. Or a program, which sends
 * its API token with every call.
 */
import type { Call } from '@textprobe/contract/call';
import { type Problem, problemSchema } from '@textprobe/contract/problem';
import type { z } from 'zod';

export interface Sent {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: fetched for unsafe calls; null sends none. */
  readonly token?: string | null;
}

export interface TestClient {
  readonly cookies: Map<string, string>;
  send(method: string, path: string, sent?: Sent): Promise<Response>;
  /** Expects success; the answer is parsed by the contract's schema. */
  call<C extends Call>(
    call: C,
    sent?: Sent,
  ): Promise<C extends { answer: infer S extends z.ZodType } ? z.output<S> : Response>;
  /** Expects a problem. */
  problem(call: Pick<Call, 'method' | 'path'>, sent?: Sent): Promise<Problem>;
  /** Expects a problem; returns its status and code, such as `404 test.unknown`. */
  refusal(call: Pick<Call, 'method' | 'path'>, sent?: Sent): Promise<string>;
  /** All cookies as a header. */
  cookieHeader(): string;
  login(username: string, password: string): Promise<Response>;
  csrfToken(): Promise<string>;
}

/** A call whose path names one thing, with its id. */
export function at<C extends Call>(call: C, id: number | string | undefined): C {
  return { ...call, path: call.path.replace(':id', String(id)) };
}

/** @param apiToken of a program; default: a browser */
export function createTestClient(address: string, apiToken?: string): TestClient {
  const cookies = new Map<string, string>();

  async function send(method: string, path: string, sent: Sent = {}): Promise<Response> {
    const headers = new Headers(sent.headers);
    if (apiToken !== undefined) headers.set('authorization', `Bearer ${apiToken}`);
    else if (sent.token !== null && method !== 'GET')
      headers.set('x-xsrf-token', sent.token ?? (await csrfToken()));
    if (cookies.size > 0 && !headers.has('cookie')) {
      headers.set('cookie', cookieHeader());
    }
    const url = new URL(path, address);
    for (const [key, value] of Object.entries(sent.query ?? {})) url.searchParams.set(key, String(value));
    const response = await fetch(url, { method, headers, redirect: 'manual', ...encode(sent.body, headers) });
    for (const line of response.headers.getSetCookie()) keepCookie(line);
    return response;
  }

  function keepCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }

  function cookieHeader(): string {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async function problem(call: Pick<Call, 'method' | 'path'>, sent?: Sent): Promise<Problem> {
    const response = await send(call.method, call.path, sent);
    const problem = problemSchema.parse(await response.json());
    if (problem.status !== response.status)
      throw new Error(`${response.status} says ${problem.status} in its body`);
    return problem;
  }

  async function csrfToken(): Promise<string> {
    return (await send('GET', '/api/csrf')).text();
  }

  return {
    cookies,
    send,
    csrfToken,
    async call(call, sent) {
      const response = await send(call.method, call.path, sent);
      if (response.status !== call.status) {
        throw new Error(`${call.method} ${call.path}: ${response.status} ${await response.text()}`);
      }
      // The compiler cannot resolve the conditional type of the answer here.
      return (call.answer === undefined ? response : call.answer.parse(await response.json())) as never;
    },
    problem,
    async refusal(call, sent) {
      const { status, code } = await problem(call, sent);
      return `${status} ${code}`;
    },
    cookieHeader,
    async login(username, password) {
      return send('POST', '/api/auth/sm/v1/login', {
        body: new URLSearchParams({ username, password }),
        token: null,
      });
    },
  };
}

function encode(body: unknown, headers: Headers): RequestInit {
  if (body === undefined) return {};
  if (body instanceof FormData || body instanceof URLSearchParams) return { body };
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  if (typeof body === 'string' || body instanceof Uint8Array) return { body: body as string };
  return { body: JSON.stringify(body) };
}
