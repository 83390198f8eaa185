/** Logging in and out, and the status check (AUTH-1 to 3, LOGIN-5). Light: the login page loads it. */
import { fetchCsrfToken, forgetCsrfToken, request, requestJson } from './http.ts';

export interface AuthStatus {
  readonly authenticated: boolean;
  readonly user?: { readonly id: number; readonly username: string };
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
  });
  if (!response.ok && response.status !== 302 && response.type !== 'opaqueredirect') {
    throw new Error(`Login failed! status: ${response.status} - ${await response.text()}`);
  }
  forgetCsrfToken();
  await fetchCsrfToken();
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Clears local and session storage whether or not the call succeeds; never throws (AUTH-2). */
export async function logout(): Promise<void> {
  try {
    await request('/api/auth/sm/v1/logout', { method: 'POST' });
  } catch (error) {
    console.warn('Logging out failed', error);
  } finally {
    forgetCsrfToken();
    localStorage.clear();
    sessionStorage.clear();
  }
}
