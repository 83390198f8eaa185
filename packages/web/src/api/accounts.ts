/**
 * Logging in and out, the status check (AUTH-1 to 3, LOGIN-5), and what the tabs of one browser tell each other of their
 * session. Light: the login page loads it.
 */
import { TIMEOUT_MS, withTimeout } from './call-timeout.ts';
import { readColorScheme, storeColorScheme } from './color-scheme.ts';
import { AUTH_STATUS } from './first-calls.ts';
import { fetchCsrfToken, forgetCsrfToken, request, requestJson } from './http.ts';

export interface AuthStatus {
  readonly authenticated: boolean;
  readonly user?: { readonly id: number; readonly username: string };
}

/** A failed check counts as not authenticated. */
export async function checkAuthStatus(): Promise<AuthStatus> {
  try {
    const status = await requestJson<AuthStatus>(AUTH_STATUS);
    return status.authenticated === true ? status : { authenticated: false };
  } catch {
    return { authenticated: false };
  }
}

/** Ok and 302 are success; then the CSRF token of the new session is fetched and 100 ms pass (AUTH-1). */
export async function login(username: string, password: string): Promise<void> {
  const body = new FormData();
  body.set('username', username);
  body.set('password', password);
  const response = await fetch('/api/auth/sm/v1/login', {
    method: 'POST',
    body,
    credentials: 'include',
    redirect: 'manual',
    signal: withTimeout(TIMEOUT_MS),
  });
  if (!response.ok && response.status !== 302 && response.type !== 'opaqueredirect') {
    throw new Error(`Login failed! status: ${response.status} - ${await response.text()}`);
  }
  forgetCsrfToken();
  await fetchCsrfToken();
  tellOtherTabs('logged-in');
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** The password was right, and yet there is no session. The message says why, and what to do. */
export class NoSessionError extends Error {
  override readonly name = 'NoSessionError';
  constructor(message = 'The server did not confirm the login. Check the connection and log in again.') {
    super(message);
  }
}

/** Whether the session holds that a login has just begun. @throws {NoSessionError} */
export async function confirmSession(): Promise<void> {
  let status: AuthStatus;
  try {
    status = await requestJson<AuthStatus>(AUTH_STATUS, { final401: true });
  } catch (error) {
    console.warn('The status check after the login failed', error);
    throw new NoSessionError();
  }
  if (status.authenticated === true) return;
  throw new NoSessionError(
    location.protocol === 'https:'
      ? 'Your browser refused the session cookie. Allow cookies for this site and log in again.'
      : 'Your browser refused the session cookie: this page was opened over http, and the console is set up for https. Open its https address, or ask your administrator to correct PUBLIC_URL.',
  );
}

/** Who wants to leave is not held up by a server that does not answer. */
const LOGOUT_TIMEOUT_MS = 5_000;

/** Clears local and session storage whether or not the call succeeds; never throws (AUTH-2). Other tabs leave as well. */
export async function logout(): Promise<void> {
  // Before the call: it ends the live stream of other tabs, and they are not to ask for a login then.
  tellOtherTabs('logged-out');
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

/** Everything that was kept of a person's work. Light or dark is no secret, and the next one at this screen sees as well. */
export function clearStorage(): void {
  const colorScheme = readColorScheme();
  localStorage.clear();
  sessionStorage.clear();
  storeColorScheme(colorScheme);
}

/** What the tabs of one browser tell each other of their common session: that somebody has logged in, or out. */
type SessionNews = 'logged-in' | 'logged-out';

const SESSION_CHANNEL = 'textprobe-session';

/** A channel is heard by every other one of its name, those of the same tab too: that one knows already. */
const TAB = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Heard by every other tab of the console. */
function tellOtherTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.postMessage({ tab: TAB, news });
  channel.close();
}

/** Hears what other tabs tell; the answer ends it. */
export function followSessionNews(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<{ tab: string; news: SessionNews }>) => {
    if (data.tab !== TAB) listener(data.news);
  };
  return () => channel.close();
}
