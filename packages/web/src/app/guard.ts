/** The guard of every console screen: a session, or the way to /login with the wish remembered (AUTH-4). */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { type AuthStatus, checkAuthStatus } from '../calls/accounts.ts';

export type SessionData = Required<AuthStatus>;

export async function requireSession({ request }: LoaderFunctionArgs): Promise<SessionData> {
  const status = await checkAuthStatus();
  if (!status.authenticated || status.user === undefined) {
    const { pathname, search } = new URL(request.url);
    const wish = pathname === '/' ? '' : `?from=${encodeURIComponent(pathname + search)}`;
    throw redirect(`/login${wish}`);
  }
  return { authenticated: true, user: status.user };
}

/** Only a path of ours is followed after the login; anything else leads to the default screen (LOGIN-3). */
export function safeReturnPath(from: string | null): string {
  return from?.startsWith('/') && !from.startsWith('//') && !from.includes('\\') ? from : '/create-tests';
}
