/**
 * Login, logout and the status check (AUTH-1 to 3, LOGIN-5), and the channel on which the tabs of one browser share session changes. Small,
 * because the login page loads it.
 */
import type { Role } from '@textprobe/domain/roles';
import { TIMEOUT_MS, withTimeout } from './call-timeout.ts';
import { readColorScheme, storeColorScheme } from './color-scheme.ts';
import { HIDDEN_STEPS_KEY } from './first-steps-mode.ts';
import { fetchCsrfToken, forgetCsrfToken, HttpError, request, requestJson, session } from './http.ts';

export interface AuthStatus {
  readonly authenticated: boolean;
  readonly user?: {
    readonly id: number;
    readonly username: string;
    readonly role: Role;
    /** Nothing works before it has set up two-factor login. */
    readonly mustEnrol?: boolean;
  };
}

/** The server refused the login. */
class LoginError extends HttpError {
  constructor(status: number, body: string) {
    super(status, body);
    this.message = `Login failed! status: ${status} - ${body}`;
  }
}

/** @returns what to enter, if the password was right and a code is needed as well; null for another failure of a login */
export function codeNeeded(failure: unknown): { readonly isWrong: boolean; readonly detail: string } | null {
  if (!(failure instanceof LoginError) || failure.problem?.code !== 'second-factor.needed') return null;
  return { isWrong: failure.problem.errors !== undefined, detail: failure.detail };
}

/** A failed check counts as not authenticated. */
export async function checkAuthStatus(): Promise<AuthStatus> {
  try {
    const status = await requestJson<AuthStatus>('/api/auth/sm/v1/status');
    return status.authenticated === true ? status : { authenticated: false };
  } catch {
    return { authenticated: false };
  }
}

/** A 2xx or 302 response is success. Then fetches the CSRF token of the new session and waits 100 ms (AUTH-1). */
export async function login(username: string, password: string, code = ''): Promise<void> {
  const body = new FormData();
  body.set('username', username);
  body.set('password', password);
  if (code !== '') body.set('code', code);
  const response = await fetch('/api/auth/sm/v1/login', {
    method: 'POST',
    body,
    credentials: 'include',
    redirect: 'manual',
    signal: withTimeout(TIMEOUT_MS),
  });
  if (!response.ok && response.status !== 302 && response.type !== 'opaqueredirect') {
    throw new LoginError(response.status, await response.text());
  }
  forgetCsrfToken();
  await fetchCsrfToken();
  notifyOtherTabs('logged-in');
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** The password was correct, but there is no session. The message says why, and what to do. */
export class NoSessionError extends Error {
  override readonly name = 'NoSessionError';
  constructor(message = 'The server did not confirm the login. Check the connection and log in again.') {
    super(message);
  }
}

/** Checks that the session of a new login exists. @returns its account @throws {NoSessionError} */
export async function confirmSession(): Promise<AuthStatus['user']> {
  let status: AuthStatus;
  try {
    status = await requestJson<AuthStatus>('/api/auth/sm/v1/status', { final401: true });
  } catch (error) {
    console.warn('The status check after the login failed', error);
    throw new NoSessionError();
  }
  if (status.authenticated === true) return status.user;
  throw new NoSessionError(
    location.protocol === 'https:'
      ? 'Your browser refused the session cookie. Allow cookies for this site and log in again.'
      : 'Your browser refused the session cookie: this page was opened over http, and the console is set up for https. Open its https address, or ask your administrator to correct PUBLIC_URL.',
  );
}

/** An unresponsive server must not delay logging out. */
const LOGOUT_TIMEOUT_MS = 5_000;

/** Clears local and session storage even if the call fails; never throws (AUTH-2). Other tabs log out as well. */
export async function logout(): Promise<void> {
  session.dispatchEvent(new Event('end'));
  // Before the call, which ends the live streams of other tabs: they must not ask for a login then.
  notifyOtherTabs('logged-out');
  try {
    await request('/api/auth/sm/v1/logout', {
      method: 'POST',
      final401: true,
      signal: withTimeout(LOGOUT_TIMEOUT_MS),
    });
  } catch (error) {
    console.warn('Logging out failed', error);
  } finally {
    forgetCsrfToken();
    clearStorage();
  }
}

/** Clears everything stored by the user except the color scheme and whether the first steps are hidden, which are not private. */
export function clearStorage(): void {
  const colorScheme = readColorScheme();
  const stepsHidden = localStorage.getItem(HIDDEN_STEPS_KEY);
  localStorage.clear();
  sessionStorage.clear();
  storeColorScheme(colorScheme);
  if (stepsHidden !== null) localStorage.setItem(HIDDEN_STEPS_KEY, stepsHidden);
}

/** Messages between the tabs of one browser about their common session. */
type SessionNews = 'logged-in' | 'logged-out';

const SESSION_CHANNEL = 'textprobe-session';

/** A channel also delivers to listeners in the same tab, which already knows. */
const TAB = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Broadcasts to every other tab of the console. */
export function notifyOtherTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.postMessage({ tab: TAB, news });
  channel.close();
}

/** Calls the listener on messages of other tabs. @returns removes the listener */
export function followSessionNews(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<{ tab: string; news: SessionNews }>) => {
    if (data.tab !== TAB) listener(data.news);
  };
  return () => channel.close();
}
