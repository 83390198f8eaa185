/** The guard of every console screen: requires a session, or redirects to /login and remembers the requested path (AUTH-4). */
import { OPERATORS } from '@textprobe/domain/roles';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { type AuthStatus, checkAuthStatus } from '../../api/accounts.ts';

/** The default screen after a login (LOGIN-3, AUTH-5). */
const FIRST_SCREEN = '/create-tests';
/** The same for those who may not create tests. */
const FIRST_OF_READERS = '/tests';

export type SessionData = Required<AuthStatus>;

export async function requireSession({ request }: LoaderFunctionArgs): Promise<SessionData> {
  const status = await checkAuthStatus();
  if (!status.authenticated || status.user === undefined) {
    const { pathname, search } = new URL(request.url);
    const path = pathname + search;
    const returnTo = path === '/' || path === FIRST_SCREEN ? '' : `?from=${encodeURIComponent(path)}`;
    throw redirect(`/login${returnTo}`);
  }
  const { pathname } = new URL(request.url);
  const isDefault = pathname === '/' || pathname === FIRST_SCREEN;
  if (isDefault && !OPERATORS.includes(status.user.role)) throw redirect(FIRST_OF_READERS);
  return { authenticated: true, user: status.user };
}

/** Accepts only paths on this site, to prevent open redirects; otherwise returns the default screen (LOGIN-3). */
export function safeReturnPath(from: string | null): string {
  return from?.startsWith('/') && !from.startsWith('//') && !from.includes('\\') ? from : FIRST_SCREEN;
}
