/** The two sides of the scope tests: their words and the numbers of their ids, which show whose any answer is. */
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import type { Database } from '@textprobe/database/core/connection';
import type { Role } from '@textprobe/domain/roles';
import { sql } from 'kysely';
import type { TestClient } from './test-client.ts';
import { PASSWORD, type TestServer } from './test-server.ts';

/** `mixed`: of both partners. */
export type Side = 'alpha' | 'beta' | 'mixed';
export type Partner = Exclude<Side, 'mixed'>;
/** Accounts, all operators except the viewer; `beta` is a program with a token. */
export type Person = Partner | 'none' | 'both' | 'beta viewer';

/** The words in the names and texts of each side. */
export const WORD = { alpha: 'ALPHA-SECRET', beta: 'BETA-OPEN', mixed: 'MIXED-SECRET' } as const;
/** In names that all may see. */
export const SHARED_WORD = 'SHARED';
/** The first five of the nine digits of each side's ids. */
const PREFIX = { alpha: 51_000, beta: 52_000, mixed: 53_000 } as const;
const NUMBERED = [
  'partners',
  'clients',
  'offices',
  'test_phones',
  'tests',
  'runs',
  'recipient_sets',
  'saved_views',
];
/** No thing has this id. */
export const UNKNOWN_ID = 999_999_999;

export interface Place {
  readonly partnerId: number;
  readonly clientId: number;
  readonly officeId: number;
  readonly phoneId: number;
}

/** Whatever is created next has ids of this side. */
export async function numberFor(db: Database, side: Side): Promise<void> {
  const first = PREFIX[side] * 10_000;
  const next = (table: string, sequence: string) => sql`
    select setval(${sequence}::text::regclass, coalesce(
      (select max(id) from ${sql.table(table)} where id between ${first} and ${first + 9_999}), ${first}) + 1, false)`;
  for (const table of NUMBERED) await next(table, `${table}_id_seq`).execute(db);
  await next('messages', 'message_ids').execute(db);
}

/**
 * Whose words, ids or secrets a text contains.
 * @param secrets message codes and file ids, which are random
 */
export function sidesIn(text: string, secrets: Record<Side, readonly string[]>): Side[] {
  return (Object.keys(WORD) as Side[]).filter((side) => {
    // A PDF breaks lines after a hyphen.
    const words = new RegExp(WORD[side].replace('-', '-\\s*'));
    // Each message of the mixed test contains the test's id.
    const ids = side === 'mixed' ? null : new RegExp(`\\b${PREFIX[side]}\\d{4}\\b`);
    return words.test(text) || ids?.test(text) || secrets[side].some((secret) => text.includes(secret));
  });
}

/** A program with a token of the client's account that sees only these partners. */
export async function programOf(
  server: TestServer,
  client: TestClient,
  partnerIds: number[],
): Promise<TestClient> {
  const body = { name: 'Nightly', role: 'operator', partnerIds, proof: true } as const;
  return server.program((await client.call(calls.createApiToken, { body })).token);
}

/** Creates an account and logs it in. @param account.passwordHash of the password of all test accounts */
export async function logInAs(
  server: TestServer,
  account: { username: string; role: Role; partnerIds: readonly number[] | null; passwordHash: string },
): Promise<TestClient> {
  await createAccount(server.db, { ...account, createdAt: server.clock.now() });
  const client = server.visitor();
  const { status } = await client.login(account.username, PASSWORD);
  if (status !== 200) throw new Error(`${account.username} could not log in: ${status}`);
  return client;
}
