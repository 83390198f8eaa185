/** API documentation of single sign-on. */
import type { CallDoc } from './call-doc.ts';

export const signOnDocs = {
  startSignOn: {
    summary: 'Log in with single sign-on',
    description:
      'For browsers: redirects to the OpenID provider of the setting `OIDC_ISSUER`, and sets a signed cookie with which the callback continues within 10 minutes. If the provider is unavailable, it redirects to the login page, which says so.',
    problems: ['sign-on.off', 'rate.limited'],
  },
  finishSignOn: {
    summary: 'Return from the OpenID provider',
    description:
      'Where the provider sends the browser back. Checks the answer, creates or updates the account, sets the session cookie, and redirects to `returnTo`; if the login is refused, to the login page, which says why.',
    problems: ['sign-on.off', 'rate.limited'],
  },
} as const satisfies Record<string, CallDoc>;
