/** Lists, invites, changes, disables and logs out accounts, and creates links for them (ACCT-4). */
import type { LinkMail, ManagedAccount } from '@textprobe/contract/account-management';
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { LIST_PAGE_SIZE } from '@textprobe/contract/query-form';
import {
  type AccountChange,
  changeAccount,
  deleteInvitation,
  findAccount,
  listAccounts,
  type ManagedAccountRow,
} from '@textprobe/database/accounts/account-management';
import { createAccount, type NewAccount } from '@textprobe/database/accounts/accounts';
import { resetSecondFactor } from '@textprobe/database/accounts/second-factors';
import { deleteSessionsOf } from '@textprobe/database/accounts/sessions';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { findMissingIds } from '@textprobe/database/directory/directory';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createLink } from '../../auth/account-links.ts';
import type { SignOnSettings } from '../../auth/sign-on.ts';
import { ownOrigin } from '../../http/own-address.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { linkMail, type MailedLink } from './link-mail.ts';

interface AccountManagementDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string | null;
  readonly mailer: Mailer | null;
  readonly signOn: SignOnSettings | null;
}

export function accountManagementRoutes(
  app: FastifyInstance,
  { db, clock, publicUrl, mailer, signOn }: AccountManagementDeps,
): void {
  const issuer = signOn?.issuer ?? null;
  const toWire = (row: ManagedAccountRow) => accountToWire(row, issuer);

  /** Makes a new link for the account of `work`, and mails it after the commit. */
  async function withLink<A>(
    { request, writeAccounts }: Pick<HandlerInput<Call>, 'request' | 'writeAccounts'>,
    work: (tx: Transaction) => Promise<Pick<ManagedAccountRow, 'id' | 'state'>>,
    answerOf: (made: MailedLink) => A,
  ): Promise<A & { mail: LinkMail }> {
    let made: MailedLink | undefined;
    const answer = await writeAccounts(async (tx) => {
      const { id, state } = await work(tx);
      const origin = ownOrigin(request, publicUrl);
      const { url, expiresAt } = await createLink(tx, { id, state }, { origin, now: clock.now() });
      made = { account: toWire(await readAccount(tx, id)), url, expiresAt: timestampToWire(expiresAt) };
      // Stored under an Idempotency-Key before the mail is sent: a replay mails nothing, and does not know what happened.
      const mail: LinkMail = { state: mailStateOf(made.account), reason: null };
      return { ...answerOf(made), mail };
    });
    if (mailer === null || made === undefined || answer.mail.state !== 'unknown') return answer;
    const sent = await mailer.send(linkMail(made, request.caller?.username ?? ''));
    return {
      ...answer,
      mail: sent.ok ? { state: 'sent', reason: null } : { state: 'failed', reason: sent.reason },
    };
  }

  function mailStateOf({ email }: ManagedAccount) {
    if (mailer === null) return 'off';
    return email === '' ? 'no-address' : 'unknown';
  }

  route(app, calls.listAccounts, async ({ query, reply }) => {
    const { text, page = 1, pageSize: limit = LIST_PAGE_SIZE } = query;
    const { rows, total } = await listAccounts(db, { text, offset: (page - 1) * limit, limit });
    reply.header(TOTAL_COUNT_HEADER, total);
    return rows.map(toWire);
  });

  route(app, calls.readAccount, async ({ params: { id } }) => toWire(await readAccount(db, id)), {
    answersHead: true,
  });

  async function create(
    tx: Transaction,
    scope: Scope,
    account: Omit<NewAccount, 'passwordHash' | 'createdAt'>,
  ): Promise<number> {
    await requirePartners(tx, scope, account.partnerIds ?? null);
    const made = await createAccount(tx, { ...account, passwordHash: null, createdAt: clock.now() });
    if (made === null) throw nameTaken();
    return made.id;
  }

  route(app, calls.inviteAccount, async ({ body, scope, ...asked }) =>
    withLink(
      asked,
      async (tx) => ({ id: await create(tx, scope, body), state: 'invited' }),
      ({ account, url, expiresAt }) => ({ ...account, inviteUrl: url, inviteExpiresAt: expiresAt }),
    ),
  );

  route(app, calls.createServiceAccount, async ({ body, scope, writeAccounts }) =>
    writeAccounts(async (tx) =>
      toWire(await readAccount(tx, await create(tx, scope, { ...body, isService: true }))),
    ),
  );

  route(app, calls.createAccountLink, async ({ params: { id }, ...asked }) =>
    withLink(
      asked,
      async (tx) => {
        const account = await readAccount(tx, id);
        if (account.isService)
          throw new ProblemError(
            'account.service',
            `${account.username} is a service account without a login. Create a token for it.`,
          );
        if (account.state === 'disabled')
          throw new ProblemError('account.disabled', `${account.username} is disabled. Enable it first.`);
        return account;
      },
      ({ url, expiresAt }) => ({ url, expiresAt }),
    ),
  );

  route(app, calls.deleteInvitation, async ({ params: { id }, writeAccounts }) =>
    writeAccounts(async (tx, note) => {
      const { username } = await readAccount(tx, id);
      note({ before: { username }, after: { username: null } });
      if (!(await deleteInvitation(tx, id)))
        throw new ProblemError(
          'account.accepted',
          `${username} has accepted the invitation. Disable the account instead.`,
        );
    }),
  );

  async function change(
    tx: Transaction,
    { params: { id }, request }: Pick<HandlerInput<typeof calls.disableAccount>, 'params' | 'request'>,
    wanted: AccountChange,
  ): Promise<ManagedAccountRow> {
    const outcome = await changeAccount(tx, id, wanted, clock.now());
    if (outcome === null) throw unknown();
    const account = await readAccount(tx, id);
    if (outcome === 'last administrator') throw isLast(account, request, wanted);
    return account;
  }

  route(app, calls.changeAccount, async ({ body, scope, writeAccounts, ...asked }) =>
    writeAccounts(async (tx, note) => {
      await requirePartners(tx, scope, body.partnerIds);
      const before = await readAccount(tx, asked.params.id);
      if (toWire(before).signOn) requireSameRights(before, body, signOn?.name ?? '');
      note({ before });
      return toWire(await change(tx, asked, body));
    }),
  );

  for (const [call, isDisabled] of [
    [calls.disableAccount, true],
    [calls.enableAccount, false],
  ] as const)
    route(app, call, async ({ writeAccounts, ...asked }) =>
      writeAccounts(async (tx) => {
        await change(tx, asked, { isDisabled });
      }),
    );

  route(app, calls.endAccountSessions, async ({ params: { id }, writeAccounts }) =>
    writeAccounts(async (tx) => {
      await readAccount(tx, id);
      await deleteSessionsOf(tx, id);
    }),
  );

  route(app, calls.resetTwoFactor, async ({ params: { id }, writeAccounts }) =>
    writeAccounts(async (tx) => {
      await readAccount(tx, id);
      await resetSecondFactor(tx, id);
    }),
  );
}

/** @throws ProblemError account.unknown */
export async function readAccount(db: Database, id: number): Promise<ManagedAccountRow> {
  const account = await findAccount(db, { id });
  if (account === null) throw unknown();
  return account;
}

/** @param ids null: all @throws ProblemError body.invalid if there is no such partner */
export async function requirePartners(
  tx: Transaction,
  scope: Scope,
  ids: readonly number[] | null,
): Promise<void> {
  const [missing] = await findMissingIds(tx, scope, 'partners', ids ?? []);
  if (missing === undefined) return;
  const message = `There is no partner with id ${missing}. Choose another.`;
  throw fieldProblem('body.invalid', [{ field: 'partnerIds', code: 'partner.unknown', message }]);
}

/** @param issuer of the setting; null: single sign-on is not set up */
export function accountToWire(
  { partnerIds, linkExpiresAt, isService, hasSecondFactor, signOnIssuer, ...account }: ManagedAccountRow,
  issuer: string | null = null,
): ManagedAccount {
  const { state, lastLoginAt, createdAt } = account;
  return {
    ...account,
    partnerIds: partnerIds && [...partnerIds],
    service: isService,
    twoFactor: hasSecondFactor,
    signOn: issuer !== null && signOnIssuer === issuer,
    lastLoginAt: timestampToWire(lastLoginAt),
    createdAt: timestampToWire(createdAt),
    inviteExpiresAt: state === 'invited' ? timestampToWire(linkExpiresAt) : null,
  };
}

/** @throws ProblemError account.sign-on: the next login would undo a change */
function requireSameRights(
  { username, role, partnerIds }: ManagedAccountRow,
  wanted: Pick<AccountChange, 'role' | 'partnerIds'>,
  signOnName: string,
): void {
  const sorted = (ids: readonly number[] | null = null) => ids && ids.toSorted((a, b) => a - b);
  const field = role === wanted.role ? 'partnerIds' : 'role';
  if (field === 'partnerIds' && String(sorted(partnerIds)) === String(sorted(wanted.partnerIds))) return;
  const code = 'account.sign-on';
  const message = `${signOnName} sets the role and partners of ${username}. Change them there.`;
  throw new ProblemError(code, message, { errors: [{ field, code, message }] });
}

function unknown(): ProblemError {
  return new ProblemError('account.unknown', 'There is no account with this id.');
}

/** @param whatToDo the rest of the message */
export function nameTaken(whatToDo = 'Choose another.'): ProblemError {
  const code = 'account.username-taken';
  const message = `There is already an account with this username. ${whatToDo}`;
  return new ProblemError(code, message, { errors: [{ field: 'username', code, message }] });
}

function isLast(
  { id, username }: ManagedAccountRow,
  { caller }: FastifyRequest,
  { role }: AccountChange,
): ProblemError {
  const code = 'account.last-administrator';
  const who = caller?.accountId === id ? 'You are' : `${username} is`;
  const message = `${who} the last enabled administrator. Make another account an administrator first.`;
  return new ProblemError(code, message, role && { errors: [{ field: 'role', code, message }] });
}
