/**
 * Claims: a worker's written intent to submit a message, committed before the first byte goes out (promise 3). A claim
 * that is neither resolved nor given back within the lease belongs to a worker that is gone.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../connection.ts';
import type { MessageType } from '../column-types.ts';
import { sqlTime } from '../connection.ts';
import type { MessageKey } from './message-row.ts';

/** A message in the hands of one worker. `attempt` counts its claims: it tells this claim from any later one. */
export interface ClaimedMessage extends MessageKey {
  readonly runId: number;
  readonly attempt: number;
  readonly claimedAt: number;
  readonly messageType: MessageType;
  readonly code: string;
  readonly sender: string;
  readonly recipient: string;
  /** The body with its placeholders filled, without the message code. */
  readonly body: string;
  /** Ids of the files of an MMS, in their order; none of an SMS. */
  readonly mediaIds: readonly string[];
}

/**
 * Claims up to `limit` waiting messages of a gateway, the longest due first, passing over those another worker is just
 * claiming. In a statement of its own, so that what comes back is committed.
 */
export async function claimMessages(
  db: Database,
  claim: { gatewayId: number; limit: number; workerId: string; now: number },
): Promise<ClaimedMessage[]> {
  const now = sqlTime(claim.now);
  // Past its deadline a message is left to the deadline sweep: to send it then would only be to confuse.
  const { rows } = await sql<ClaimedMessage>`
    with picked as materialized (
      select id, created_at from messages
      where gateway_id = ${claim.gatewayId} and submission_state = 0 and next_attempt_at <= ${now} and deadline_at > ${now}
      order by next_attempt_at, id limit ${sql.lit(claim.limit)}
      for no key update skip locked)
    update messages m set
      submission_state = 1, claimed_at = ${now}, claimed_by = ${claim.workerId}, attempts = m.attempts + 1,
      deadline_at = ${now} + make_interval(secs => m.deadline_ms / 1000.0)
    from picked p, tests t
    where m.id = p.id and m.created_at = p.created_at and t.id = m.test_id
    returning m.id, m.created_at as "createdAt", m.run_id as "runId", m.attempts as attempt, m.claimed_at as "claimedAt",
      m.message_type as "messageType", m.code, m.sender,
      m.recipient, coalesce(m.filled_body, t.body) as body,
      case when m.message_type = 'MMS'
        then array(select media_id from test_media where test_id = m.test_id order by position)
        else '{}' end as "mediaIds"`.execute(db);
  return rows;
}

/** Claims older than the lease, taken under lock; those another process is just resolving are passed over. */
export async function takeStaleClaims(
  tx: Transaction,
  of: { claimedBefore: number; limit: number },
): Promise<(MessageKey & { claimedAt: number })[]> {
  const { rows } = await sql<MessageKey & { claimedAt: number }>`
    select id, created_at as "createdAt", claimed_at as "claimedAt" from messages
    where submission_state = 1 and claimed_at < ${sqlTime(of.claimedBefore)}
    order by claimed_at limit ${sql.lit(of.limit)}
    for no key update skip locked`.execute(tx);
  return rows;
}
