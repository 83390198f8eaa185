/** Single sign-on (ACCT-7), which the server writes into the page. Small, because the login page loads it. */

/** What the provider is called; null without single sign-on. */
export function signOnName(): string | null {
  return metaOf('sign-on') || null;
}

/** Whether there are no passwords. */
export function isSignOnOnly(): boolean {
  return metaOf('sign-on-only') === '1';
}

function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The longest that the server takes, in characters. */
const PATH_LIMIT = 2_000;

/** Leads to the provider, and back to a path of the console. */
export function signOnAddress(returnTo: string): string {
  const path = returnTo.length > PATH_LIMIT ? '/' : returnTo;
  return `/api/auth/oidc/start?${new URLSearchParams({ returnTo: path })}`;
}

/** The page that notifies the other tabs of a login, and closes its own. */
const SIGNED_ON_PAGE = '/signed-on';

/** Opens the provider in a new tab, so that what was typed here stays. @param isProof asks for a new login even with a session there */
export function signOnInNewTab(isProof: boolean): void {
  window.open(isProof ? '/api/auth/oidc/start?proof=1' : signOnAddress(SIGNED_ON_PAGE), '_blank');
}
