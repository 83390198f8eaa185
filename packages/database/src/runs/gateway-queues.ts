/** Backlog of gateways with limited throughput: existing messages, and messages that runs have yet to create. */
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import type { MessageType } from '../schema/column-types.ts';
import type { RunToExpand } from './runs.ts';

/** Serializes transactions that read and extend the queues of these gateways. */
export async function lockQueues(tx: Transaction, gatewayIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('textprobe gateway queues'), id)
    from (select unnest(${gatewayIds.toSorted((a, b) => a - b)}::int4[]) as id) sorted`.execute(tx);
}

/** The messages of one test that wait at a gateway. */
export interface WaitingLoad {
  readonly gatewayId: number;
  readonly messageType: MessageType;
  readonly body: string;
  /** Each part of a long text counts at that gateway. */
  readonly countsParts: boolean;
  readonly messages: number;
}

/** By gateway and test. @param now epoch milliseconds */
export async function countWaitingLoads(
  tx: Transaction,
  gatewayIds: readonly number[],
  now: number,
): Promise<WaitingLoad[]> {
  const { rows } = await sql<WaitingLoad>`
    select w.gateway_id as "gatewayId", t.message_type as "messageType", t.body, g.kind = 'smpp' as "countsParts",
      w.messages
    from (
      select gateway_id, test_id, sum(first_id + count - next_id)::int8 as messages from chunks
      where waiting and gateway_id = any (${gatewayIds}::int4[]) and expires_at > ${sqlTime(now)}
      group by 1, 2) w
    join tests t on t.id = w.test_id join gateways g on g.id = w.gateway_id`.execute(tx);
  return rows;
}

/** A started run with messages yet to be created. */
export type RunInProgress = Pick<
  RunToExpand,
  'body' | 'messageType' | 'officeIds' | 'phoneIds' | 'pairs' | 'position'
>;

export async function listRunsInProgress(
  tx: Transaction,
  except: readonly number[],
): Promise<RunInProgress[]> {
  const { rows } = await sql<RunInProgress>`
    select t.body, t.message_type as "messageType", t.office_ids as "officeIds", t.phone_ids as "phoneIds", t.pairs,
      r.messages_created as position
    from runs r join tests t on t.id = r.test_id
    where r.closed_at is null and r.status = 'EXECUTING' and r.expires_at is not null
      and r.messages_created < r.message_total and r.id <> all (${except}::int8[])`.execute(tx);
  return rows;
}
