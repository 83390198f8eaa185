/**
 * The request helper: cookies included, a CSRF token fetched before every unsafe call, and one error type that carries
 * the problem a refusing server told (AUTH-6, AUTH-7, CALL-22).
 */
import { BACKGROUND_HEADER, CSRF_HEADER, IDEMPOTENCY_KEY_HEADER } from '@textprobe/contract/headers';

/** What a problem details body tells, as far as the console uses it. */
export interface ProblemBody {
  readonly code?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

export class HttpError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | null;
  /** Seconds after which the server asks to be tried again; null where it said nothing of it. */
  readonly retryAfter: number | null;
  constructor(status: number, body: string, retryAfter: string | null = null) {
    super(`HTTP error! status: ${status} - ${body}`);
    this.name = 'HttpError';
    this.status = status;
    this.problem = parseProblem(body);
    this.retryAfter = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
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
  readonly body?: FormData | URLSearchParams | object;
  readonly signal?: AbortSignal | undefined;
  /** A poll or refetch nobody asked for: it keeps no idle session alive. */
  readonly background?: boolean;
  /** Of the person's intent, see `createIntents`: the server does what bears it once. */
  readonly idempotencyKey?: string | undefined;
  /** In the place of the browser's own, see `fetchTelling`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

let lastToken: string | null = null;

/** Forgets the token, so that the next unsafe call fetches one of the present session. */
export function forgetCsrfToken(): void {
  lastToken = null;
}

export async function fetchCsrfToken(): Promise<string> {
  const response = await fetch('/api/csrf', { credentials: 'include' });
  if (!response.ok) throw new Error(`Failed to fetch CSRF token: ${response.status}`);
  lastToken = await response.text();
  return lastToken;
}

/** Who is told of the 401 of any call but the login: somebody must log in again. */
let onSessionLost: (() => void) | null = null;

/** The answer takes the listener away again. */
export function whenSessionIsLost(listener: () => void): () => void {
  onSessionLost = listener;
  return () => {
    if (onSessionLost === listener) onSessionLost = null;
  };
}

/** The same request is still being answered: its answer is worth waiting for, but not for ever. */
const IN_FLIGHT_TRIES = 15;
const IN_FLIGHT_PAUSE_MS = 1_000;

/** Sends one call and answers the response if it is ok, else throws {@link HttpError}. */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(path, options);
    } catch (error) {
      const inFlight = error instanceof HttpError && error.problem?.code === 'idempotency.in-flight';
      if (!inFlight || tries === IN_FLIGHT_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, IN_FLIGHT_PAUSE_MS));
    }
  }
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const method = options.method ?? 'GET';
  const headers = new Headers();
  const token = method === 'GET' ? lastToken : await fetchCsrfToken();
  if (token !== null) headers.set(CSRF_HEADER, token);
  if (options.background) headers.set(BACKGROUND_HEADER, '1');
  if (options.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, options.idempotencyKey);
  let body: BodyInit | undefined;
  if (options.body instanceof FormData || options.body instanceof URLSearchParams) body = options.body;
  else if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    body = JSON.stringify(options.body);
  }
  const response = await (options.fetch ?? fetch)(withQuery(path, options.query), {
    method,
    headers,
    credentials: 'include',
    ...(body === undefined ? {} : { body }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  if (response.ok) return response;
  const error = new HttpError(response.status, await response.text(), response.headers.get('Retry-After'));
  if (response.status === 401) onSessionLost?.();
  throw error;
}

export async function requestJson<T>(path: string, options?: RequestOptions): Promise<T> {
  const response = await request(path, options);
  return (await response.json()) as T;
}

/** Null and undefined are left out (CALL-20). */
export function withQuery(path: string, query: RequestOptions['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) parameters.set(key, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
