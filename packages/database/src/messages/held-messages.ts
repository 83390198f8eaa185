/** Which messages are held by claims: as SQL conditions, in rows that were read, and messages without an answer. */
import { submissionStateRank } from '@textprobe/domain/ledger-states';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { CLAIMED, type MessageRow, WAITING } from './message-row.ts';

/** The longest range of a claim, which bounds how far before an id its claim may start. */
const LONGEST_CLAIM = 1_000;

/** Messages `m` in the range of a claim `c` or of a chunk. */
export const isInRange = sql<boolean>`(m.created_at = c.created_at and m.id >= c.first_id and m.id < c.first_id + c.count)`;

/**
 * Messages of the range that the claim holds: no outcome is written, and they were not given back. The row itself says
 * claimed only if something else was recorded in the meantime.
 */
export const isHeld = sql<boolean>`((m.submission_state = ${WAITING} and m.attempts < c.attempt)
  or (m.submission_state = ${CLAIMED} and m.attempts = c.attempt))`;

/**
 * Messages of the range that belong to the claim, held or answered: a message that was given back is in a later claim,
 * or waits.
 */
export const isOfClaim = sql<boolean>`(${isHeld} or (m.submission_state > ${CLAIMED} and m.attempts = c.attempt))`;

/** The claim of a message `m`, as a lateral join of at most one row. */
export const claimOfMessage = sql`(
  select * from claims c
  where c.first_id <= m.id and c.first_id > m.id - ${sql.lit(LONGEST_CLAIM)} and m.id < c.first_id + c.count
    and m.created_at = c.created_at and m.submission_state = ${WAITING} and m.attempts < c.attempt
  order by c.first_id desc, c.attempt desc limit 1)`;

const WAITING_RANK = submissionStateRank('waiting');
const CLAIMED_RANK = submissionStateRank('claimed');

type ClaimColumns = Pick<
  MessageRow,
  'id' | 'created_at' | 'submission_state' | 'attempts' | 'claimed_at' | 'claimed_by' | 'claim_expires_at'
>;

/**
 * Rows of messages with the state that their claims give them: the row itself is written only once the outcome is
 * known.
 * @returns the same rows, in order; held messages are claimed, with worker and lease
 */
export async function withClaims<Row extends ClaimColumns>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> {
  const waiting = rows.filter((row) => row.submission_state === WAITING_RANK);
  if (waiting.length === 0) return [...rows];
  const asked = rowsAsTable('m', waiting, {
    id: ['int8', (row) => row.id],
    created_at: ['instant', (row) => row.created_at],
    submission_state: ['int2', (row) => row.submission_state],
    attempts: ['int4', (row) => row.attempts],
  });
  const { rows: held } = await sql<Omit<ClaimColumns, 'created_at' | 'submission_state'>>`
    select m.id, c.attempt as attempts, c.claimed_at, c.worker as claimed_by, c.lease_until as claim_expires_at
    from ${asked} cross join lateral ${claimOfMessage} c`.execute(db);
  const claims = new Map(held.map((claim) => [claim.id, { ...claim, submission_state: CLAIMED_RANK }]));
  return rows.map((row) => ({ ...row, ...claims.get(row.id) }));
}

/** A phone that a gateway sends to; `recipient` null: any phone. */
interface Destination {
  readonly gatewayId: number;
  readonly recipient: string | null;
}

/**
 * For each of these phones, when its oldest unanswered message was claimed. A receipt may belong to such a message.
 * @param except ids of messages to ignore
 */
export async function findAwaited(
  tx: Transaction,
  destinations: readonly Destination[],
  except: readonly number[],
): Promise<(Destination & { readonly claimedAt: number })[]> {
  const toPhones = destinations.filter(({ recipient }) => recipient !== null);
  const recipients = [...new Set(toPhones.map(({ recipient }) => recipient))];
  const toAny = destinations.filter(({ recipient }) => recipient === null);
  const awaited = async (
    to: readonly Destination[],
    recipient: RawBuilder<string | null>,
    isMeant: RawBuilder<boolean>,
  ) => {
    if (to.length === 0) return [];
    const gatewayIds = [...new Set(to.map(({ gatewayId }) => gatewayId))];
    const { rows } = await sql<Destination & { claimedAt: number }>`
      select c.gateway_id as "gatewayId", ${recipient} as recipient, min(c.claimed_at) as "claimedAt"
      from claims c cross join lateral (
        select * from messages m where ${isInRange} and ${isHeld} and ${isMeant} offset 0) m
      where c.lease_until is not null and c.gateway_id = any (${gatewayIds}::int4[]) and m.id <> all (${except}::int8[])
      group by 1, 2`.execute(tx);
    return rows;
  };
  return [
    ...(await awaited(toPhones, sql`m.recipient`, sql`m.recipient = any (${recipients}::text[])`)),
    ...(await awaited(toAny, sql`null::text`, sql`true`)),
  ];
}
