/** The links with which the owner of an account chooses a password (ACCT-4): for invitations, and for lost passwords. */

import { z } from 'zod';
import { post } from './call.ts';

/** The page that links open; the token follows as the fragment, which browsers send to no server. */
export const LINK_PAGE = '/welcome';

/** Any text: a malformed token gets the same answer as a wrong one. */
const tokenSchema = z.string().max(1_000).describe('The part of the link after `#`.');

const linkSchema = z.object({
  purpose: z.enum(['invitation', 'reset']),
  username: z.string(),
  name: z.string(),
});
export type AccountLink = z.infer<typeof linkSchema>;

export const accountLinkCalls = {
  checkLink: post('/api/auth/links/check', {
    audit: { none: 'Reads what a link is for.' },
    access: 'public',
    body: z.object({ token: tokenSchema }),
    answer: linkSchema,
  }),
  acceptLink: post('/api/auth/links/accept', {
    audit: 'account.link-used',
    access: 'public',
    body: z.object({ token: tokenSchema, password: z.string().max(1_000) }),
    answer: z.object({ username: z.string() }),
  }),
};
