/**
 * Claims: a worker's written intent to submit a message, committed before the first byte goes out (promise 3). A claim
 * that is neither resolved nor given back within the lease belongs to a worker that is gone.
 */

import type { Evidence } from '@textprobe/domain/message-status';
import { LONGEST_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { sql } from 'kysely';
import type { MessageType, TestType } from '../column-types.ts';
import type { Database, Transaction } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';
import type { MessageKey } from './message-row.ts';

/** The claim of a message by one worker. `attempt` counts its claims: it tells this one from any later one. */
export interface ClaimKey extends MessageKey {
  readonly attempt: number;
  readonly claimedAt: number;
}

/** A message in the hands of one worker. */
export interface ClaimedMessage extends ClaimKey {
  readonly runId: number;
  readonly testId: number;
  readonly partnerId: number;
  readonly officeId: number;
  readonly messageType: MessageType;
  readonly testType: TestType;
  /** Of the phone. */
  readonly carrier: string;
  readonly evidence: Evidence;
  /** From the submission on. */
  readonly deadlineMs: number;
  /** The month's table that holds the row, as SQL. */
  readonly partition: string;
  readonly code: string;
  readonly sender: string;
  readonly recipient: string;
  /** The body with its placeholders filled, without the message code. */
  readonly body: string;
  /** Ids of the files of an MMS, in their order; none of an SMS. */
  readonly mediaIds: readonly string[];
}

/** What a claim brought. */
export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** The partner after whom the next claim is to look on, where more may be waiting; null where nothing is. */
  readonly next: number | null;
  /**
   * Nothing that is left at the gateway waits since an earlier instant than this, epoch milliseconds; null where not all
   * partners were looked at.
   */
  readonly oldest: number | null;
}

/** No partner comes before it. */
export const FIRST_PARTNER = -1;

const DAY_MS = 24 * 3_600_000;
/** A message waits until its expiry at most; one day more for clocks. */
export const LONGEST_WAIT_MS = LONGEST_SEND_EXPIRY_MS + DAY_MS;
/** More than the clocks of any two machines that work together. */
const CLOCKS_APART_MS = DAY_MS;

/**
 * Claims up to `limit` waiting messages of a gateway, passing over those another worker is just claiming. The partners
 * who wait share what is claimed, `after` one of them and by their ids, whatever each has waiting: of each the longest
 * due first. What nobody else wants is left for the next claim, so that those before are even. In a statement of its
 * own, so that what comes back is committed.
 */
export async function claimMessages(
  db: Database,
  claim: {
    gatewayId: number;
    limit: number;
    workerId: string;
    now: number;
    leaseMs: number;
    after?: number;
    /** Only what waits since then, epoch milliseconds: spares the index entries of what was sent; all unless told. */
    from?: number | null;
  },
): Promise<Claim> {
  const { limit, after = FIRST_PARTNER, from = null } = claim;
  const now = sqlTime(claim.now);
  // When it may have been created, so that the planner looks at a month or two, and not at every one there is.
  const recent = sql`created_at between ${sqlTime(claim.now - LONGEST_WAIT_MS)} and ${sqlTime(claim.now + CLOCKS_APART_MS)}`;
  const waiting = sql`from messages where gateway_id = ${claim.gatewayId} and submission_state = 0 and ${recent}
    and ${from === null ? sql`true` : sql`next_attempt_at >= ${sqlTime(from)}`}`;
  // From each partner to the next is one look at the index, and never more of them than messages are asked for.
  // Past its expiry, which is its deadline while it waits, a message is left to the deadline sweep: sent then it would only
  // confuse.
  // The one row is there for what is told of the turns when none has brought a message.
  // The update goes by the locked places and joins no keys: PostgreSQL has no statistics of a run just made, expected 33 rows
  // where there were 12,000, and read them all to claim 500. The ids say which rows at these places are meant, of whichever
  // month; `is true` keeps the planner from turning that into a join.
  const { rows } = await sql<Partial<ClaimedMessage> & { due: number; last: number; oldest: number | null }>`
    with recursive heads as (
      select ${after}::int4 as partner_id, 'infinity'::timestamptz as next_attempt_at
      union all
      select n.* from heads h cross join lateral (
        select partner_id, next_attempt_at ${waiting} and partner_id > h.partner_id
        order by partner_id, next_attempt_at limit 1) n),
    due as materialized (select * from heads where next_attempt_at <= ${now} limit ${sql.lit(limit + 1)}),
    turns as materialized (select partner_id from due order by partner_id limit ${sql.lit(limit)}),
    picked as materialized (
      select w.* from turns cross join lateral (
        select id, ctid as place ${waiting} and partner_id = turns.partner_id
          and next_attempt_at <= ${now} and deadline_at > ${now}
        order by next_attempt_at, id limit (select ${sql.lit(limit)} / count(*) from turns)
        for no key update skip locked) w
      limit ${sql.lit(limit)}),
    claimed as (
      update messages m set
        submission_state = 1, claimed_at = ${now}, claimed_by = ${claim.workerId}, attempts = m.attempts + 1,
        claim_expires_at = ${sqlTime(claim.now + claim.leaseMs)},
        deadline_at = ${now} + make_interval(secs => m.deadline_ms / 1000.0)
      from tests t
      where m.ctid = any (array(select place from picked)) and (m.id in (select id from picked)) is true
        and m.${recent} and t.id = m.test_id
      returning m.id, m.created_at as "createdAt", m.run_id as "runId", m.test_id as "testId", m.attempts as attempt,
        m.claimed_at as "claimedAt", m.message_type as "messageType", m.test_type as "testType", m.carrier, m.evidence,
        m.office_id as "officeId", m.deadline_ms as "deadlineMs", m.tableoid::regclass::text as partition, m.code, m.sender,
        m.recipient, coalesce(m.filled_body, t.body) as body,
        case when m.message_type = 'MMS'
          then array(select media_id from test_media where test_id = m.test_id order by position)
          else '{}' end as "mediaIds", m.partner_id as "partnerId")
    select (select count(*) from due) as due, (select max(partner_id) from turns) as last,
      (select min(next_attempt_at) from due) as oldest, claimed.*
    from (select) one left join claimed on true`.execute(db);
  const messages = rows.filter((row): row is typeof row & ClaimedMessage => row.id !== null);
  const { due = 0, last = after, oldest = null } = rows[0] ?? {};
  const sawAll = after === FIRST_PARTNER && due <= limit;
  return {
    messages,
    next: nextAfter(messages, { limit, after, due, last }),
    oldest: sawAll ? (oldest ?? claim.now) : null,
  };
}

function nextAfter(
  messages: readonly ClaimedMessage[],
  { limit, after, due, last }: { limit: number; after: number; due: number; last: number },
): number | null {
  if (due > limit) return last;
  if (after !== FIRST_PARTNER) return FIRST_PARTNER;
  const taken = new Map<number, number>();
  for (const { partnerId } of messages) taken.set(partnerId, (taken.get(partnerId) ?? 0) + 1);
  const share = Math.floor(limit / due);
  return [...taken.values()].some((count) => count >= share) ? FIRST_PARTNER : null;
}

/**
 * The messages that one worker claimed over a gateway at these instants, epoch milliseconds, as far as it still holds them,
 * or held them until their lease ended. Of the latter all open messages are looked through: there is no index by claim.
 */
export async function findClaims(
  db: Database,
  of: { gatewayId: number; workerId: string; claimedAt: readonly number[] },
): Promise<ClaimKey[]> {
  const instants = of.claimedAt.map((at) => sqlTime(at));
  const claims = sql`select id, created_at as "createdAt", attempts as attempt, claimed_at as "claimedAt" from messages
    where claimed_at in (${sql.join(instants)}) and gateway_id = ${of.gatewayId} and claimed_by = ${of.workerId}`;
  const { rows } = await sql<ClaimKey>`
    ${claims} and submission_state = 1
    union all
    ${claims} and submission_state = 3 and claim_expires_at is not null and settled_at is null and not deadline_passed`.execute(
    db,
  );
  return rows;
}

/** A phone that a gateway sends to. */
export interface Destination {
  readonly gatewayId: number;
  readonly recipient: string;
}

/**
 * Where messages are claimed whose answer is not known yet: to which of these phones, and since when at the longest.
 * @param but ids of messages that do not count
 */
export async function findAwaited(
  tx: Transaction,
  destinations: readonly Destination[],
  but: readonly number[],
): Promise<(Destination & { readonly claimedAt: number })[]> {
  const gatewayIds = [...new Set(destinations.map(({ gatewayId }) => gatewayId))];
  const recipients = [...new Set(destinations.map(({ recipient }) => recipient))];
  const { rows } = await sql<Destination & { claimedAt: number }>`
    select gateway_id as "gatewayId", recipient, min(claimed_at) as "claimedAt" from messages
    where submission_state = 1 and gateway_id = any (${gatewayIds}::int4[]) and recipient = any (${recipients}::text[])
      and id <> all (${but}::int8[])
    group by 1, 2`.execute(tx);
  return rows;
}

/** Claims whose lease has ended, taken under lock; those another process is just resolving are passed over. */
export async function takeStaleClaims(
  tx: Transaction,
  of: { limit: number; now: number },
): Promise<(MessageKey & { claimedAt: number })[]> {
  const { rows } = await sql<MessageKey & { claimedAt: number }>`
    select id, created_at as "createdAt", claimed_at as "claimedAt" from messages
    where submission_state = 1 and claim_expires_at < ${sqlTime(of.now)}
      and ${isNotSetAside('lease', sql`messages.id`, of.now)}
    order by claim_expires_at limit ${sql.lit(of.limit)}
    for no key update skip locked`.execute(tx);
  return rows;
}
