/**
 * Claims: a worker's intent to submit messages, committed before the first byte is sent (promise 3). A claim is a range
 * of ids taken from a chunk; the messages' rows do not change until their outcomes are known.
 */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { LONGEST_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import type { MessageType, TestType } from '../schema/column-types.ts';
import { isHeld, isInRange } from './held-messages.ts';
import { fillCodes, type MessageCodes } from './message-codes.ts';
import type { MessageKey } from './message-row.ts';

/**
 * One worker's claim of a message. `attempt` counts the message's claims and distinguishes this one from later ones.
 */
export interface ClaimKey extends MessageKey {
  readonly attempt: number;
  readonly claimedAt: number;
}

/** A message claimed by one worker. */
export interface ClaimedMessage extends ClaimKey {
  /** With `attempt` the key of the claim: the first id of its range. */
  readonly claimId: number;
  readonly workerId: string;
  readonly runId: number;
  readonly testId: number;
  readonly partnerId: number;
  readonly officeId: number;
  readonly messageType: MessageType;
  readonly testType: TestType;
  /** The phone's. */
  readonly carrier: string;
  readonly evidence: EvidenceSource;
  /** Counts from the submission. */
  readonly deadlineMs: number;
  /** The monthly table that contains the row, as SQL. */
  readonly partition: string;
  readonly code: string;
  readonly sender: string;
  readonly recipient: string;
  /** The body with placeholders filled, without the message code. */
  readonly body: string;
  /** Ids of the files of an MMS, in order; empty for an SMS. */
  readonly mediaIds: readonly string[];
}

/** A claim as read: what its messages share, and each message as an array of values. */
interface ClaimedRange
  extends Pick<
    ClaimedMessage,
    | 'claimId'
    | 'partnerId'
    | 'attempt'
    | 'createdAt'
    | 'runId'
    | 'testId'
    | 'messageType'
    | 'testType'
    | 'deadlineMs'
    | 'partition'
    | 'mediaIds'
  > {
  /** The test's body, for messages whose placeholders changed nothing. */
  readonly testBody: string;
  readonly messages: readonly RowInRange[];
}

type RowInRange = [
  id: number,
  officeId: number,
  carrier: string,
  evidence: EvidenceSource,
  sender: string,
  recipient: string,
  filledBody: string | null,
];

/** Result of a claim. */
export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** The partner after which the next claim continues, if more messages wait, locked or not; null if none do. */
  readonly next: number | null;
  /**
   * No message left at the gateway has been due since before this instant, epoch milliseconds; null if not all partners
   * were checked.
   */
  readonly oldest: number | null;
  /** A partner had as many chunks as were read, and may have more. */
  readonly hadMoreChunks: boolean;
}

/** Sorts before every partner. */
export const FIRST_PARTNER = -1;

const DAY_MS = 24 * 3_600_000;
/** Messages wait at most until their expiry, plus a day for clock skew. */
export const LONGEST_WAIT_MS = LONGEST_SEND_EXPIRY_MS + DAY_MS;
/** More than the clock skew between any two machines in use. */
const MAX_CLOCK_SKEW_MS = DAY_MS;
/** Default for `chunks` of {@link claimMessages}. */
const CHUNKS = 8;

/**
 * Claims up to `limit` (1,000 at most) waiting messages of a gateway, skipping chunks locked by other workers. Waiting
 * partners share the claim equally, whatever their backlog, in round robin from the partner behind `after`; within a
 * partner, the longest due come first. Leftover capacity is used by the next claim, so that shares stay even. Locks
 * only as many chunks as fill a share, so that other workers can continue with the rest. Runs as a single statement, so
 * that what it returns is committed.
 */
export async function claimMessages(
  db: Database,
  codes: MessageCodes,
  claim: {
    gatewayId: number;
    limit: number;
    workerId: string;
    now: number;
    leaseMs: number;
    after?: number;
    /** Only chunks due since then, epoch milliseconds: skips index entries of used chunks; all by default. */
    from?: number | null;
    /** Maximum chunks per partner: many if they are small. */
    chunks?: number;
  },
): Promise<Claim> {
  const { limit, after = FIRST_PARTNER, from = null, chunks = CHUNKS, gatewayId, workerId } = claim;
  const now = sqlTime(claim.now);
  // Bounds on the creation instant, so that the planner reads a month or two instead of every month.
  const recent = sql`m.created_at between ${sqlTime(claim.now - LONGEST_WAIT_MS)} and ${sqlTime(claim.now + MAX_CLOCK_SKEW_MS)}`;
  const waiting = sql`from chunks where gateway_id = ${gatewayId} and waiting
    and ${from === null ? sql`true` : sql`due_at >= ${sqlTime(from)}`}`;
  const ready = sql`${waiting} and partner_id = next_partners.partner_id and due_at <= ${now} and expires_at > ${now}`;
  // A skip scan: one index lookup per partner, and at most as many as messages are requested. Expired chunks are left
  // to the deadline sweep. The single extra row carries the round-robin state if no partner yields a message.
  const { rows } = await sql<
    ClaimedRange & {
      claimId: number | null;
      due: number;
      last: number;
      oldest: number | null;
      held: number;
      isMore: boolean;
    }
  >`
    with recursive heads as (
      select ${after}::int4 as partner_id, 'infinity'::timestamptz as due_at
      union all
      select n.* from heads h cross join lateral (
        select partner_id, due_at ${waiting} and partner_id > h.partner_id
        order by partner_id, due_at limit 1) n),
    due as materialized (select * from heads where due_at <= ${now} limit ${limit + 1}::int8),
    next_partners as materialized (select partner_id from due order by partner_id limit ${limit}::int8),
    share as materialized (select ${limit}::int8 / nullif(count(*), 0) as per_partner from next_partners),
    held as materialized (
      select w.* from next_partners cross join lateral (
        select id, run_id, test_id, partner_id, created_at, deadline_ms, attempts, origin, due_at, next_id,
          first_id + count - next_id as remaining
        ${ready}
        order by due_at, id limit (
          select count(*) from (
            select sum(remaining) over (order by due_at, id) - remaining as before from (
              select due_at, id, first_id + count - next_id as remaining ${ready}
              order by due_at, id limit least(${chunks}::int8, (select per_partner from share))) front) f
          where before < (select per_partner from share))
        for no key update skip locked) w),
    picked as materialized (
      select h.*, least(remaining, per_partner - before)::int4 as take
      from (select *, coalesce(sum(remaining) over (partition by partner_id order by due_at, id
          rows between unbounded preceding and 1 preceding), 0)::int8 as before from held) h, share
      where before < per_partner),
    used_up as (
      update chunks set next_id = first_id + count, waiting = false
      where id = any (array(select id from picked where take = remaining and origin))),
    used_again as (
      delete from chunks where id = any (array(select id from picked where take = remaining and not origin))),
    begun as (
      update chunks c set next_id = c.next_id + p.take from picked p where c.id = p.id and p.take < p.remaining),
    noted as (
      insert into claims (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, lease_until, deadline_at)
      select next_id, take, attempts + 1, created_at, ${gatewayId}, ${workerId}, ${now},
        ${sqlTime(claim.now + claim.leaseMs)}, ${now} + make_interval(secs => deadline_ms / 1000.0)
      from picked),
    claimed as (
      select p.next_id as "claimId", p.partner_id as "partnerId", p.attempts + 1 as attempt, p.created_at as "createdAt",
        p.run_id as "runId", p.test_id as "testId", p.deadline_ms as "deadlineMs", m.*, t.body as "testBody",
        case when m."messageType" = 'MMS'
          then array(select media_id from test_media where test_id = p.test_id order by position)
          else '{}' end as "mediaIds"
      from picked p
      cross join lateral (
        select min(message_type) as "messageType", min(test_type) as "testType",
          min(tableoid)::regclass::text as partition,
          json_agg(json_build_array(id, office_id, carrier, evidence, sender, recipient, filled_body) order by id) as messages
        from messages m
        where m.created_at = p.created_at and m.id >= p.next_id and m.id < p.next_id + p.take and ${recent}
          and m.submission_state = 0 and m.attempts <= p.attempts
        having count(*) > 0) m
      join tests t on t.id = p.test_id)
    select (select count(*) from due) as due, (select max(partner_id) from next_partners) as last,
      (select min(due_at) from due) as oldest,
      (select max(chunks) from (select count(*) as chunks from held group by partner_id) h) as held,
      exists (select from picked where take < remaining) or exists (
        select from next_partners cross join lateral (
          select ${ready} and id <> all (array(select id from picked)) limit 1) left_waiting) as "isMore",
      claimed.*
    from (select) one left join claimed on true`.execute(db);
  const holder = { claimedAt: claim.now, workerId };
  const claimed = rows.flatMap((row) => (row.claimId === null ? [] : messagesOf(row, holder)));
  const messages = fillCodes(codes, claimed, (message) => message);
  const { due = 0, last = after, oldest = null, held = 0, isMore = false } = rows[0] ?? {};
  const sawAll = after === FIRST_PARTNER && due <= limit;
  return {
    messages,
    next: due > limit ? last : isMore || after !== FIRST_PARTNER ? FIRST_PARTNER : null,
    oldest: sawAll ? (oldest ?? claim.now) : null,
    hadMoreChunks: held >= chunks,
  };
}

/** As JSON text: reading the messages as rows of the same twenty columns would cost five times as much. */
function messagesOf(
  { messages, testBody, ...range }: ClaimedRange,
  { claimedAt, workerId }: Pick<ClaimedMessage, 'claimedAt' | 'workerId'>,
) {
  const { claimId, partnerId, attempt, createdAt, runId, testId } = range;
  const { messageType, testType, deadlineMs, partition, mediaIds } = range;
  return messages.map(([id, officeId, carrier, evidence, sender, recipient, filledBody]) => ({
    id,
    createdAt,
    attempt,
    claimedAt,
    claimId,
    workerId,
    runId,
    testId,
    partnerId,
    officeId,
    messageType,
    testType,
    carrier,
    evidence,
    deadlineMs,
    partition,
    sender,
    recipient,
    body: filledBody ?? testBody,
    mediaIds,
  }));
}

/**
 * The messages that one worker claimed over a gateway at these instants (epoch milliseconds) and still holds, or held
 * until their lease ended.
 */
export async function findClaims(
  db: Database,
  of: { gatewayId: number; workerId: string; claimedAt: readonly number[] },
): Promise<ClaimKey[]> {
  const instants = of.claimedAt.map((at) => sqlTime(at));
  const { rows } = await sql<ClaimKey>`
    select m.id, m.created_at as "createdAt", c.attempt, c.claimed_at as "claimedAt"
    from claims c cross join lateral (select * from messages m where ${isInRange} offset 0) m
    where c.claimed_at in (${sql.join(instants)}) and c.gateway_id = ${of.gatewayId} and c.worker = ${of.workerId}
      and (${isHeld} or (m.submission_state = 3 and m.attempts = c.attempt and m.claim_expires_at is not null
        and m.settled_at is null and not m.deadline_passed))`.execute(db);
  return rows;
}
