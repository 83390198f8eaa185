/** Lists, invites, changes, disables and logs out accounts, and creates links for them (ACCT-4). */
import type { LinkedAccount, ManagedAccount } from '@textprobe/contract/account-management';
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import {
  changeAccount,
  deleteInvitation,
  findAccount,
  listAccounts,
  type ManagedAccountRow,
} from '@textprobe/database/accounts/account-management';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { deleteSessionsOf } from '@textprobe/database/accounts/sessions';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findMissingIds } from '@textprobe/database/directory/directory';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createLink } from '../../auth/account-links.ts';
import { ownOrigin } from '../../http/own-address.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { linkMail } from './link-mail.ts';

interface AccountManagementDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string | null;
  readonly mailer: Mailer | null;
}

export function accountManagementRoutes(
  app: FastifyInstance,
  { db, clock, publicUrl, mailer }: AccountManagementDeps,
): void {
  /** Returns a new link for the account of `work`, and mails it after the commit. */
  async function withLink(
    { request, writeAccounts }: Pick<HandlerInput<Call>, 'request' | 'writeAccounts'>,
    work: (tx: Transaction) => Promise<Pick<ManagedAccountRow, 'id' | 'state'>>,
  ): Promise<LinkedAccount> {
    const linked = await writeAccounts(async (tx) => {
      const { id, state } = await work(tx);
      const origin = ownOrigin(request, publicUrl);
      const { url, expiresAt } = await createLink(tx, { id, state }, { origin, now: clock.now() });
      const account = toWire(await readAccount(tx, id));
      // Stored under an Idempotency-Key before the mail is sent: a replay mails nothing, and does not know what happened.
      const mail = { state: mailStateOf(account), reason: null } as const;
      return { account, link: url, linkExpiresAt: timestampToWire(expiresAt), mail };
    });
    if (mailer === null || linked.mail.state !== 'unknown') return linked;
    const sent = await mailer.send(linkMail(linked, request.session?.username ?? ''));
    const mail = sent.ok
      ? ({ state: 'sent', reason: null } as const)
      : ({ state: 'failed', reason: sent.reason } as const);
    return { ...linked, mail };
  }

  function mailStateOf({ email }: ManagedAccount) {
    if (mailer === null) return 'off';
    return email === '' ? 'no-address' : 'unknown';
  }

  route(app, calls.listAccounts, async () => (await listAccounts(db)).map(toWire));

  route(app, calls.inviteAccount, async ({ body, scope, ...asked }) =>
    withLink(asked, async (tx) => {
      const { partnerIDs, ...account } = body;
      const partnerIds = await readPartners(tx, scope, partnerIDs);
      const made = await createAccount(tx, {
        ...account,
        partnerIds,
        passwordHash: null,
        createdAt: clock.now(),
      });
      if (made === null) throw nameTaken();
      return { id: made.id, state: 'invited' };
    }),
  );

  route(app, calls.deleteInvitation, async ({ query: { id }, writeAccounts }) =>
    writeAccounts(async (tx) => {
      const { username } = await readAccount(tx, id);
      if (!(await deleteInvitation(tx, id)))
        throw new ProblemError(
          'account.accepted',
          `${username} has accepted the invitation. Disable the account instead.`,
        );
    }),
  );

  route(app, calls.changeAccount, async ({ query: { id }, body, request, scope, writeAccounts }) =>
    writeAccounts(async (tx) => {
      const { partnerIDs, disabled, ...rest } = body;
      const partnerIds = await readPartners(tx, scope, partnerIDs);
      const change = { ...rest, partnerIds, isDisabled: disabled };
      const outcome = await changeAccount(tx, id, change, clock.now());
      if (outcome === null) throw unknown(id);
      const account = await readAccount(tx, id);
      if (outcome === 'last administrator') throw isLast(account, request, disabled);
      return toWire(account);
    }),
  );

  route(app, calls.createAccountLink, async ({ body: { id }, ...asked }) =>
    withLink(asked, async (tx) => {
      const account = await readAccount(tx, id);
      if (account.state === 'disabled')
        throw new ProblemError('account.disabled', `${account.username} is disabled. Enable it first.`);
      return account;
    }),
  );

  route(app, calls.endAccountSessions, async ({ body: { id }, writeAccounts }) =>
    writeAccounts(async (tx) => {
      await readAccount(tx, id);
      await deleteSessionsOf(tx, id);
    }),
  );
}

/** @throws ProblemError account.unknown */
export async function readAccount(db: Database, id: number): Promise<ManagedAccountRow> {
  const account = await findAccount(db, { id });
  if (account === null) throw unknown(id);
  return account;
}

/** @throws ProblemError body.invalid if there is no such partner */
export async function readPartners(
  tx: Transaction,
  scope: Scope,
  ids: 'all' | readonly number[],
): Promise<number[] | null> {
  if (ids === 'all') return null;
  const [missing] = await findMissingIds(tx, scope, 'partners', ids);
  if (missing === undefined) return [...ids];
  const message = `There is no partner with id ${missing}. Choose another.`;
  throw fieldProblem('body.invalid', [{ field: 'partnerIDs', code: 'partner.unknown', message }]);
}

export function toWire({ partnerIds, linkExpiresAt, ...account }: ManagedAccountRow): ManagedAccount {
  const { state, lastLoginAt, createdAt } = account;
  return {
    ...account,
    partnerIDs: partnerIds === null ? 'all' : [...partnerIds],
    lastLoginAt: timestampToWire(lastLoginAt),
    createdAt: timestampToWire(createdAt),
    invitationExpiresAt: state === 'invited' ? timestampToWire(linkExpiresAt) : null,
  };
}

function unknown(id: number): ProblemError {
  return new ProblemError('account.unknown', `There is no account with id ${id}.`);
}

/** @param whatToDo the rest of the message */
export function nameTaken(whatToDo = 'Choose another.'): ProblemError {
  const code = 'account.username-taken';
  const message = `There is already an account with this username. ${whatToDo}`;
  return new ProblemError(code, message, { errors: [{ field: 'username', code, message }] });
}

function isLast(
  { id, username }: ManagedAccountRow,
  { session }: FastifyRequest,
  isDisabling: boolean,
): ProblemError {
  const code = 'account.last-administrator';
  const who = session?.accountId === id ? 'You are' : `${username} is`;
  const message = `${who} the last enabled administrator. Make another account an administrator first.`;
  return new ProblemError(code, message, {
    errors: [{ field: isDisabling ? 'disabled' : 'role', code, message }],
  });
}
