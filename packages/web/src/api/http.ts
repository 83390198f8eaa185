/**
 * The request helper: sends cookies, fetches a CSRF token before every unsafe call, and throws one error type with the server's problem
 * details (AUTH-6, AUTH-7, CALL-22). A call rejected with 401 waits for a login, and one that needs the password again waits for that; both
 * are then retried, which is safe: they were not executed, and they carry their idempotency key.
 */
import {
  BACKGROUND_HEADER,
  CSRF_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IF_MATCH_HEADER,
} from '@textprobe/contract/headers';
import { isTimeout, LONG_TIMEOUT_MS, TIMEOUT_MS, withTimeout } from './call-timeout.ts';
import { noteAnswer, noteNoAnswer } from './connection.ts';
import { createKeeper } from './keeper.ts';

/** The fields of a problem details body that the console uses. */
export interface ProblemBody {
  readonly code?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

export class HttpError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | null;
  /** Seconds of the Retry-After header; null without one. */
  readonly retryAfter: number | null;
  constructor(status: number, body: string, retryAfter: string | null = null) {
    super(`HTTP error! status: ${status} - ${body}`);
    this.name = 'HttpError';
    this.status = status;
    this.problem = parseProblem(body);
    this.retryAfter = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
  }

  /** The server's message to the user; its status if there is none. */
  get detail(): string {
    return this.problem?.detail ?? `The server answered with status ${this.status}.`;
  }
}

function parseProblem(body: string): ProblemBody | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as ProblemBody) : null;
  } catch {
    return null;
  }
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: FormData | URLSearchParams | Blob | object;
  readonly signal?: AbortSignal | undefined;
  /** An automatic poll or refetch: does not keep an idle session alive. */
  readonly background?: boolean;
  /** One key per user intent, see `createIntents`: the server executes each key once. */
  readonly idempotencyKey?: string | undefined;
  /** The `ETag` of the version being changed; 412 if there is a newer one. */
  readonly ifMatch?: string;
  /** Fails on a 401 instead of waiting for a login. */
  readonly final401?: boolean;
  /** Timeout of each attempt, including reading the response; a minute by default, five for forms and files. */
  readonly timeoutMs?: number;
  /** Replaces the browser's own, see `fetchWithProgress`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Options of a read. */
export type CallOptions = Pick<RequestOptions, 'signal' | 'background' | 'final401'>;

let lastToken: string | null = null;

/** Forgets the token, so that the next unsafe call fetches one for the current session. */
export function forgetCsrfToken(): void {
  lastToken = null;
}

export async function fetchCsrfToken(signal?: AbortSignal): Promise<string> {
  for (let pauses = 0; ; pauses += 1) {
    const response = await reach(undefined, '/api/csrf', {
      credentials: 'include',
      signal: withTimeout(TIMEOUT_MS, signal),
    });
    const text = await response.text();
    if (response.ok) {
      lastToken = text;
      return text;
    }
    const refusal = new HttpError(response.status, text, response.headers.get('Retry-After'));
    if (pauses === BUSY_PAUSES || !(await isWorthAnotherTry(refusal, signal))) {
      throw new Error(`Failed to fetch CSRF token: ${response.status}`);
    }
  }
}

/** Retries of a call that a busy server rejected without executing it, after the pause that the server asked for. */
const BUSY_PAUSES = 2;
const LONGEST_BUSY_PAUSE_S = 5;
const BUSY_CODES = new Set(['server.busy', 'rate.limited']);

/** Waits for the requested pause, then returns true; false at once if there is none or it is too long. */
async function isWorthAnotherTry(error: HttpError, signal: AbortSignal | undefined): Promise<boolean> {
  const { retryAfter, problem } = error;
  if (retryAfter === null || retryAfter > LONGEST_BUSY_PAUSE_S) return false;
  if (!BUSY_CODES.has(problem?.code ?? '')) return false;
  // Random jitter, so that calls rejected together do not return together.
  await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000 * (1 + Math.random() / 2)));
  signal?.throwIfAborted();
  return true;
}

const sessionKeeper = createKeeper();
/** Registers the handler of 401 responses of all calls but the login. */
export const keepSession = sessionKeeper.keep;

const proofKeeper = createKeeper();
/** Registers the handler of calls that need the password again (ACCT-9). */
export const keepProof = proofKeeper.keep;

/** The user was asked for the password, and did not give it. */
export function isUnproven(error: unknown): boolean {
  return error instanceof HttpError && error.problem?.code === 'proof.needed';
}

/** How often to poll while the server still executes the same request: 14 s in all. */
const IN_FLIGHT_PAUSES = 14;
const IN_FLIGHT_PAUSE_MS = 1_000;

/** Makes one call. @throws {@link HttpError} unless the response is ok */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  let pauses = 0;
  let busyPauses = 0;
  for (;;) {
    try {
      return await send(path, options);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { signal, final401 = false } = options;
      if (error.status === 401 && !final401 && (await sessionKeeper.mayRetry(signal))) continue;
      if (isUnproven(error) && (await proofKeeper.mayRetry(signal))) continue;
      // A background call is not retried: it repeats anyway.
      if (!options.background && busyPauses < BUSY_PAUSES && (await isWorthAnotherTry(error, signal))) {
        busyPauses += 1;
        continue;
      }
      if (error.problem?.code !== 'idempotency.in-flight' || pauses === IN_FLIGHT_PAUSES) throw error;
      pauses += 1;
      await new Promise((resolve) => setTimeout(resolve, IN_FLIGHT_PAUSE_MS));
    }
  }
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const method = options.method ?? 'GET';
  const headers = new Headers();
  if (isHeavy(options.body)) await requireSession();
  const token = method === 'GET' ? lastToken : await fetchCsrfToken(options.signal);
  if (token !== null) headers.set(CSRF_HEADER, token);
  if (options.background) headers.set(BACKGROUND_HEADER, '1');
  if (options.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, options.idempotencyKey);
  if (options.ifMatch !== undefined) headers.set(IF_MATCH_HEADER, options.ifMatch);
  let body: BodyInit | undefined;
  if (isSentAsItIs(options.body)) body = options.body;
  else if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    body = JSON.stringify(options.body);
  }
  const usual =
    options.body instanceof FormData || options.body instanceof Blob ? LONG_TIMEOUT_MS : TIMEOUT_MS;
  const response = await reach(options.fetch, withQuery(path, options.query), {
    method,
    headers,
    credentials: 'include',
    ...(body === undefined ? {} : { body }),
    signal: withTimeout(options.timeoutMs ?? usual, options.signal),
  });
  if (response.ok) return response;
  throw new HttpError(response.status, await response.text(), response.headers.get('Retry-After'));
}

/** The browser adds the content type. */
function isSentAsItIs(body: RequestOptions['body']): body is FormData | URLSearchParams | Blob {
  return body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob;
}

/** Size of files, in bytes, above which the session is checked before a form is sent. */
const HEAVY = 250_000;

function isHeavy(body: RequestOptions['body']): boolean {
  if (!(body instanceof FormData)) return false;
  const sizes = [...body.values()].map((part) => (part instanceof File ? part.size : 0));
  return sizes.reduce((sum, size) => sum + size, 0) > HEAVY;
}

/**
 * Browsers read no response before the whole body is sent. Without this check, an expired session would show only after minutes on a slow
 * line, or as a broken connection if a proxy closes it on the rejection.
 * @throws {@link HttpError} with 401, as the call itself would
 */
async function requireSession(): Promise<void> {
  const response = await reach(undefined, '/api/auth/sm/v1/status', {
    credentials: 'include',
    signal: withTimeout(TIMEOUT_MS),
  });
  // Any other problem will be reported by the call itself.
  if (!response.ok) return;
  const { authenticated } = (await response.json()) as { readonly authenticated?: unknown };
  if (authenticated === false) throw new HttpError(401, '');
}

/** Fetches, and reports to the connection monitor whether there was a response. */
async function reach(by: RequestOptions['fetch'], url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await (by ?? fetch)(url, init);
    noteAnswer();
    return response;
  } catch (error) {
    // A call aborted by the caller says nothing about the server.
    if (error instanceof TypeError || isTimeout(error)) noteNoAnswer();
    throw error;
  }
}

export type UnsafeCall = readonly [
  path: string,
  options: Required<Pick<RequestOptions, 'method'>> & Pick<RequestOptions, 'query'>,
];

/** Dispatches `end` before a logout, so that deferred calls are made while the session exists. */
export const session = new EventTarget();

/** Makes a call while the page is closing, without reading the response; uses the last CSRF token, see {@link fetchCsrfToken}. */
export function requestOnClose(...[path, { method, query }]: UnsafeCall): void {
  const headers = { [CSRF_HEADER]: lastToken ?? '' };
  const url = withQuery(path, query);
  fetch(url, { method, headers, credentials: 'include', keepalive: true }).catch(() => undefined);
}

export async function requestJson<T>(path: string, options?: RequestOptions): Promise<T> {
  const response = await request(path, options);
  return (await response.json()) as T;
}

/** Leaves out null and undefined (CALL-20). */
export function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) parameters.set(key, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
