/** What the owner of a link may do without a session: check it, and choose a password with it (ACCT-4). */
import { calls } from '@textprobe/contract/calls';
import { acceptLink, findLink, type LinkRow } from '@textprobe/database/accounts/account-links';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashToken } from '../../auth/account-links.ts';
import { requireNewPassword } from '../../auth/new-password.ts';
import { strangerForms } from '../../auth/stranger-forms.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';

interface AccountLinkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string | null;
  /** Per network; logins are counted separately. */
  readonly formsPerMinute: number;
  readonly onPasswordChange: (username: string) => Promise<void>;
}

export async function accountLinkRoutes(app: FastifyInstance, deps: AccountLinkDeps): Promise<void> {
  const { db, clock, onPasswordChange } = deps;

  /** Lookups are limited per network, like those of invented sessions. */
  async function find(request: FastifyRequest, tokenHash: Buffer): Promise<LinkRow> {
    const link = await request.identity.lookUp(() => findLink(db, tokenHash, clock.now()));
    if (link === null) throw unknown();
    return link;
  }

  const refusal = 'Too many links from this address. Wait a minute.';
  await strangerForms(app, { ...deps, refusal }, (scope, hashFor) => {
    route(scope, calls.checkLink, async ({ body: { token }, request }) => {
      const { username, name, isInvitation } = await find(request, hashToken(token));
      return { purpose: isInvitation ? ('invitation' as const) : ('reset' as const), username, name };
    });

    route(scope, calls.acceptLink, async ({ body: { token, password }, request, writeAccounts }) => {
      const tokenHash = hashToken(token);
      // Before the hash: a token that does not work costs one lookup.
      const { accountId, username } = await find(request, tokenHash);
      requireNewPassword('password', password, username);
      const passwordHash = await hashFor(request, password);
      const link = { accountId, tokenHash, now: clock.now() };
      await writeAccounts(async (tx, note) => {
        note({ objectId: accountId, account: { id: accountId, username } });
        if (!(await acceptLink(tx, link, passwordHash))) throw unknown();
      });
      await onPasswordChange(username);
      return { username };
    });
  });
}

/** The same whether the link is wrong, used or expired. */
function unknown(): ProblemError {
  return new ProblemError(
    'link.unknown',
    'This link does not work: it is incomplete, was already used, or has expired. Ask an administrator for a new one.',
  );
}
