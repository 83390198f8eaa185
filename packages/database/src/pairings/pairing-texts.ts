/** The texts that were sent to prove pairings: each is an ordinary test, and their number is limited (PAIR-2). */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { areInScope, type Scope } from '../scope/scope.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Texts to one number within an hour, and by one account within a day. */
const PER_NUMBER = 3;
const PER_ACCOUNT = 20;

/** The limit that was reached. */
export interface TooManyTexts {
  readonly of: 'number' | 'account';
  /** When the next text may be sent, epoch milliseconds. */
  readonly until: number;
}

/** Locks the account and the number until the transaction ends, so that concurrent texts cannot exceed a limit. */
export async function findTooManyTexts(
  tx: Transaction,
  {
    phoneNumber,
    accountId,
    now,
  }: { readonly phoneNumber: string; readonly accountId: number | null; readonly now: number },
): Promise<TooManyTexts | null> {
  // Always in this order, so that two transactions cannot deadlock.
  for (const what of [`account ${accountId}`, `number ${phoneNumber}`])
    await sql`select pg_advisory_xact_lock(hashtext(${`textprobe pairing texts: ${what}`}))`.execute(tx);
  const nth = (column: string, value: unknown, since: number, limit: number) => sql`(
    select sent_at from pairing_texts where ${sql.ref(column)} = ${value} and sent_at > ${sqlTime(since)}
    order by sent_at desc offset ${limit - 1} limit 1)`;
  const { rows } = await sql<{ number: number | null; account: number | null }>`
    select ${nth('phone_number', phoneNumber, now - HOUR_MS, PER_NUMBER)} as number,
      ${nth('account_id', accountId, now - DAY_MS, PER_ACCOUNT)} as account`.execute(tx);
  const { number = null, account = null } = rows[0] ?? {};
  if (account !== null) return { of: 'account', until: account + DAY_MS };
  return number === null ? null : { of: 'number', until: number + HOUR_MS };
}

export async function insertPairingText(
  tx: Transaction,
  text: {
    readonly pairingId: number;
    readonly accountId: number | null;
    /** E.164. */
    readonly phoneNumber: string;
    readonly testId: number;
    /** Epoch milliseconds. */
    readonly sentAt: number;
  },
): Promise<void> {
  await tx
    .insertInto('pairing_texts')
    .values({
      pairing_id: text.pairingId,
      account_id: text.accountId,
      phone_number: text.phoneNumber,
      test_id: text.testId,
      sent_at: sqlTime(text.sentAt),
    })
    .execute();
}

export interface PairingText {
  readonly testId: number;
  /** Epoch milliseconds. */
  readonly sentAt: number;
}

/** The last text of each of these pairings, by pairing id; without those whose test has a partner outside of the scope. */
export async function findLastTexts(
  db: Database,
  scope: Scope,
  pairingIds: readonly number[],
): Promise<Map<number, PairingText>> {
  const { rows } = await sql<PairingText & { pairingId: number }>`
    select distinct on (pairing_id) pairing_id as "pairingId", test_id as "testId", sent_at as "sentAt"
    from pairing_texts join tests on tests.id = test_id
    where pairing_id = any (${pairingIds}::int4[]) and ${areInScope(scope, sql`tests.partner_ids`)}
    order by pairing_id, pairing_texts.id desc`.execute(db);
  return new Map(rows.map(({ pairingId, ...text }) => [pairingId, text]));
}
