/** Single sign-on by OpenID Connect: to the provider, and back (ACCT-7). A browser opens these addresses; programs do not call them. */

import { z } from 'zod';
import { get } from './call.ts';

/** The page to which the provider's login returns in a tab of its own: it notifies the other tabs, and closes. */
export const SIGNED_ON_PAGE = '/signed-on';

/** Why a login was refused; the console has the sentences. */
export type SignOnRefusal =
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'invalid'
  | 'role'
  | 'partners'
  | 'taken'
  | 'disabled'
  | 'other-account'
  | 'not-recent';

/** In characters; the console returns to its first page from longer ones. */
const PATH_LIMIT = 2_000;

/** Browsers read `//` and `/\\` as the start of a host name, and drop control characters. */
function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
}

const startQuerySchema = z.object({
  returnTo: z
    .string()
    .max(PATH_LIMIT)
    .refine(isOwnPath, { error: 'Write a path of the console, such as /tests.' })
    .optional()
    .describe('Where the browser goes after the login: a path of the console. Default: `/`.'),
  proof: z
    .literal('1')
    .optional()
    .describe(
      'Asks for a new login at the provider, which proves a dangerous change of the current session.',
    ),
});

export const signOnCalls = {
  startSignOn: get('/api/auth/oidc/start', { access: 'public', query: startQuerySchema, status: 302 }),
  finishSignOn: get('/api/auth/oidc/callback', { access: 'public', status: 302 }),
};
