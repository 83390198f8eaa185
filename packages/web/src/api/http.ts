/**
 * The request helper: cookies included, a CSRF token fetched before every unsafe call, and one error type that carries
 * the problem a refusing server told (AUTH-6, AUTH-7, CALL-22). A call refused for want of a session waits for somebody
 * to log in again, and is then sent again: a refused call was not done, and bears the key of its intent.
 */
import { BACKGROUND_HEADER, CSRF_HEADER, IDEMPOTENCY_KEY_HEADER } from '@textprobe/contract/headers';
import { isTimeout, LONG_TIMEOUT_MS, TIMEOUT_MS, withTimeout } from './call-timeout.ts';
import { noteAnswer, noteNoAnswer } from './connection.ts';

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

  /** What the server said of it, for the person; its status where it said nothing. */
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
  readonly body?: FormData | URLSearchParams | object;
  readonly signal?: AbortSignal | undefined;
  /** A poll or refetch nobody asked for: it keeps no idle session alive. */
  readonly background?: boolean;
  /** Of the person's intent, see `createIntents`: the server does what bears it once. */
  readonly idempotencyKey?: string | undefined;
  /** A 401 is its end: it does not wait for another login. */
  readonly final401?: boolean;
  /** How long each try may take until its answer is read; a minute if not given, five for forms. */
  readonly timeoutMs?: number;
  /** In the place of the browser's own, see `fetchWithProgress`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Options of a call that only reads. */
export type CallOptions = Pick<RequestOptions, 'signal' | 'background' | 'final401'>;

/** How long an answer that was asked for early is still news. */
const EARLY_MS = 10_000;
const early = new Map<string, { readonly answer: Promise<Response>; readonly askedAt: number }>();

/** Asks what a screen will ask as soon as it is there; its own call then takes this answer. */
export function askEarly(path: string, query?: RequestOptions['query']): Promise<Response> {
  const answer = fetch(withQuery(path, query), {
    credentials: 'include',
    signal: withTimeout(TIMEOUT_MS),
  });
  // Whoever takes it learns of a failure; nobody may come.
  answer.catch(() => undefined);
  early.set(withQuery(path, query), { answer, askedAt: Date.now() });
  return answer;
}

/** Once: whoever asks again wants to know anew. */
function takeEarly(url: string): Promise<Response> | undefined {
  const asked = early.get(url);
  early.delete(url);
  return asked !== undefined && Date.now() - asked.askedAt < EARLY_MS ? asked.answer : undefined;
}

let lastToken: string | null = null;

/** Forgets the token, so that the next unsafe call fetches one of the present session. */
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

/** Turned away at the door of a busy server, a call was not begun: it is sent again when the server says, not for ever. */
const BUSY_PAUSES = 2;
const LONGEST_BUSY_PAUSE_S = 5;
const TURNED_AWAY = new Set(['server.busy', 'rate.limited']);

/** Answers after the pause that was asked for; false at once where nothing was, or too long a one. */
async function isWorthAnotherTry(error: HttpError, signal: AbortSignal | undefined): Promise<boolean> {
  const { retryAfter, problem } = error;
  if (retryAfter === null || retryAfter > LONGEST_BUSY_PAUSE_S) return false;
  if (!TURNED_AWAY.has(problem?.code ?? '')) return false;
  // Not all at the same instant: whoever was turned away together would come back together.
  await new Promise((resolve) => setTimeout(resolve, retryAfter * 1_000 * (1 + Math.random() / 2)));
  signal?.throwIfAborted();
  return true;
}

let sessionKeeper: (() => Promise<boolean>) | null = null;

/**
 * Registers who is asked after the 401 of any call but the login.
 * @param keeper resolves after the next login: true if the refused call is to be sent again
 * @returns removes the keeper
 */
export function keepSession(keeper: () => Promise<boolean>): () => void {
  sessionKeeper = keeper;
  return () => {
    if (sessionKeeper === keeper) sessionKeeper = null;
  };
}

/** Waits for the keeper's word, but no longer than whoever made the call. */
async function isSessionBack(signal: AbortSignal | undefined): Promise<boolean> {
  if (sessionKeeper === null) return false;
  const isBack = await sessionKeeper();
  signal?.throwIfAborted();
  return isBack;
}

/** The same request is still being answered: its answer is worth waiting for, but not for ever. */
const IN_FLIGHT_PAUSES = 14;
const IN_FLIGHT_PAUSE_MS = 1_000;

/** Sends one call and answers the response if it is ok, else throws {@link HttpError}. */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  let pauses = 0;
  let busyPauses = 0;
  for (;;) {
    try {
      return await send(path, options);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (error.status === 401 && !options.final401 && (await isSessionBack(options.signal))) continue;
      // A poll comes again by itself.
      if (
        !options.background &&
        busyPauses < BUSY_PAUSES &&
        (await isWorthAnotherTry(error, options.signal))
      ) {
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
  let body: BodyInit | undefined;
  if (options.body instanceof FormData || options.body instanceof URLSearchParams) body = options.body;
  else if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    body = JSON.stringify(options.body);
  }
  const usual = options.body instanceof FormData ? LONG_TIMEOUT_MS : TIMEOUT_MS;
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

/** Bytes of files from which a form is worth a question before it is sent. */
const HEAVY = 250_000;

function isHeavy(body: RequestOptions['body']): boolean {
  if (!(body instanceof FormData)) return false;
  const sizes = [...body.values()].map((part) => (part instanceof File ? part.size : 0));
  return sizes.reduce((sum, size) => sum + size, 0) > HEAVY;
}

/**
 * Browsers read no answer before they have sent all of the body: who has no session any more would hear it minutes
 * later on a slow line, or see the connection break off where something between hangs up upon the refusal.
 * @throws {@link HttpError} with 401, as the call itself would
 */
async function requireSession(): Promise<void> {
  const response = await reach(undefined, '/api/auth/sm/v1/status', {
    credentials: 'include',
    signal: withTimeout(TIMEOUT_MS),
  });
  // Whatever else is the matter, the call itself will tell.
  if (!response.ok) return;
  const { authenticated } = (await response.json()) as { readonly authenticated?: unknown };
  if (authenticated === false) throw new HttpError(401, '');
}

/** Fetches, and tells the connection's watch whether there was an answer. */
async function reach(by: RequestOptions['fetch'], url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await (takeEarly(url) ?? (by ?? fetch)(url, init));
    noteAnswer();
    return response;
  } catch (error) {
    // Whoever gives a call up has said nothing about the server.
    if (error instanceof TypeError || isTimeout(error)) noteNoAnswer();
    throw error;
  }
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
