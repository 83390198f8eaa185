/** Creates, lists and revokes the tokens of programs (TOKEN). */
import type { ApiToken } from '@textprobe/contract/api-tokens';
import { calls } from '@textprobe/contract/calls';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import type { FieldError } from '@textprobe/contract/problem';
import { LIST_PAGE_SIZE } from '@textprobe/contract/query-form';
import { findAccount } from '@textprobe/database/accounts/account-management';
import {
  type ApiTokenRow,
  deleteToken,
  insertToken,
  listTokens,
} from '@textprobe/database/accounts/api-tokens';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { scopeOf } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import { AUDITORS, coversRole, type Role } from '@textprobe/domain/roles';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import { requireCaller } from '../../auth/rights.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { type HandlerInput, route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import { createApiToken } from '../../http/token-form.ts';
import { readAccount, requirePartners } from './account-management-routes.ts';

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 90;
const LONGEST_DAYS = 366;

export function apiTokenRoutes(
  app: FastifyInstance,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): void {
  /** The account whose tokens are asked for. */
  async function listedAccount({ query, request }: HandlerInput<typeof calls.apiTokens>): Promise<number> {
    const { accountId: own, role } = requireCaller(request.caller);
    const { accountId = own } = query;
    if (accountId === own) return own;
    if (!AUDITORS.includes(role)) throw otherAccount();
    return (await readAccount(db, accountId)).id;
  }

  route(
    app,
    calls.apiTokens,
    async (asked) => {
      const { text, page = 1, pageSize: limit = LIST_PAGE_SIZE } = asked.query;
      const accountId = await listedAccount(asked);
      const { rows, total } = await listTokens(db, accountId, { text, offset: (page - 1) * limit, limit });
      asked.reply.header(TOTAL_COUNT_HEADER, total);
      return rows.map(toWire);
    },
    { find: listedAccount },
  );

  route(app, calls.createApiToken, async ({ body, request, write }) =>
    write(async (tx) => {
      const maker = requireCaller(request.caller);
      const { name, role, partnerIds, accountId = maker.accountId, proof = false } = body;
      const owner = await ownerOf(tx, maker, accountId);
      requireRoleOf(owner, role);
      await requirePartners(tx, scopeOf(owner.partnerIds), partnerIds);
      const createdAt = clock.now();
      const expiresAt = requireExpiry(body.expiresAt ?? createdAt + DEFAULT_DAYS * DAY_MS, createdAt);
      const { token, hash, prefix } = createApiToken();
      const made = { accountId, prefix, name, role, partnerIds, hasProof: proof, createdAt, expiresAt };
      const id = await insertToken(tx, { ...made, tokenHash: hash });
      return { ...toWire({ ...made, id, lastUsedAt: null, lastUsedAddress: null }), token };
    }),
  );

  route(app, calls.revokeApiToken, async ({ params: { id }, request, write }) =>
    write(async (tx, note) => {
      const { accountId, role } = requireCaller(request.caller);
      const before = await deleteToken(tx, id, role === 'administrator' ? null : accountId);
      if (before === null) throw new ProblemError('token.unknown', 'You have no token with this id.');
      note({ before, after: { name: null } });
    }),
  );
}

interface Owner {
  readonly username: string;
  readonly role: Role;
  /** Null: all. */
  readonly partnerIds: readonly number[] | null;
}

/** The account that will have the token. @throws ProblemError about the field accountId */
async function ownerOf(tx: Transaction, maker: Caller, accountId: number): Promise<Owner> {
  if (accountId === maker.accountId) return { ...maker, partnerIds: maker.scope.partnerIds };
  if (maker.role !== 'administrator') throw otherAccount();
  const account = await findAccount(tx, { id: accountId });
  if (account?.isService === true && account.state === 'active') return account;
  throw invalid('accountId', 'Choose an enabled service account: people create their own tokens.');
}

function requireRoleOf(owner: Owner, role: Role): void {
  if (coversRole(owner.role, role)) return;
  throw invalid('role', `${owner.username} is ${owner.role}. A token may not do more than its account.`);
}

/** @param now epoch milliseconds */
function requireExpiry(expiresAt: number, now: number): number {
  if (expiresAt > now && expiresAt <= now + LONGEST_DAYS * DAY_MS) return expiresAt;
  throw invalid('expiresAt', `Choose a time in the next ${LONGEST_DAYS} days.`);
}

function invalid(field: string, message: string): ProblemError {
  return fieldProblem('body.invalid', [{ field, code: 'custom', message } satisfies FieldError]);
}

function otherAccount(): ProblemError {
  return new ProblemError(
    'role.missing',
    'Only administrators may manage the tokens of other accounts. Ask an administrator.',
  );
}

function toWire({ partnerIds, hasProof, createdAt, expiresAt, lastUsedAt, ...token }: ApiTokenRow): ApiToken {
  return {
    ...token,
    partnerIds: partnerIds && [...partnerIds],
    proof: hasProof,
    createdAt: timestampToWire(createdAt),
    expiresAt: timestampToWire(expiresAt),
    lastUsedAt: timestampToWire(lastUsedAt),
  };
}
