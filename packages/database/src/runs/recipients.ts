/** The senders and recipients of a run, as in the directory when its messages are created. */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { throughputOf } from '../gateways/gateways.ts';

/**
 * The parts of an office that a message needs. `gatewayId` is its own or the default gateway; null if there is neither.
 * `mmsGatewayId` is the same one if it can send MMS, or else the default for MMS, or else the same one.
 */
export interface SendingOffice {
  readonly id: number;
  readonly phoneNumber: string;
  readonly managerFirstName: string;
  readonly managerLastName: string;
  readonly clientName: string;
  readonly partnerId: number;
  readonly gatewayId: number | null;
  readonly mmsGatewayId: number | null;
  /** Maximum messages per second of each; null: no limit. */
  readonly throughput: number | null;
  readonly mmsThroughput: number | null;
  /** Whether each part of a long text counts at its gateway. */
  readonly countsParts: boolean;
}

/** The parts of a test phone that a message needs. */
export interface ReceivingPhone {
  readonly id: number;
  readonly name: string;
  readonly phoneNumber: string;
  readonly carrier: string;
  readonly evidence: EvidenceSource;
}

/** The offices with these ids, by id; unknown ids are left out. */
export async function findSendingOffices(
  tx: Transaction,
  ids: readonly number[],
): Promise<Map<number, SendingOffice>> {
  const { rows } = await sql<SendingOffice>`${PREPARED}
    select o.id, o.phone_number as "phoneNumber", o.manager_first_name as "managerFirstName",
      o.manager_last_name as "managerLastName", c.name as "clientName", c.partner_id as "partnerId",
      g.id as "gatewayId", m.id as "mmsGatewayId", ${throughputOf('g')} as throughput,
      ${throughputOf('m')} as "mmsThroughput", coalesce(g.kind = 'smpp', false) as "countsParts"
    from offices o join clients c on c.id = o.client_id
    left join gateways g on g.id = coalesce(o.gateway_id, (select id from gateways where is_default))
    left join gateways m on m.id = case when g.sends_mms then g.id
      else coalesce((select id from gateways where is_default_mms), g.id) end
    where o.id = any (${ids}::int4[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The phones with these ids, by id; unknown ids are left out. */
export async function findReceivingPhones(
  tx: Transaction,
  ids: readonly number[],
): Promise<Map<number, ReceivingPhone>> {
  const { rows } = await sql<ReceivingPhone>`${PREPARED}
    select id, name, phone_number as "phoneNumber", carrier, evidence from test_phones
    where id = any (${ids}::int4[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
