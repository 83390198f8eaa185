/**
 * Rollup deltas, appended in the transaction of each change; `rollup-fold.ts` adds them up later. A transaction appends
 * one row of arrays: with five hundred offices it costs 0.7 µs more per message than with one
 * (`schema/tables/rollups.ts`).
 */
import type { FileFinding } from '@textprobe/domain/file-classes';
import type { Finding } from '@textprobe/domain/finding';
import type { ReceiptOutcome } from '@textprobe/domain/receipt-truth';
import type { UnalteredAnswer } from '@textprobe/domain/unaltered';
import type { Verdict } from '@textprobe/domain/verdict';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { columnArrays, type TableColumns } from '../core/rows-as-table.ts';
import type { MessageType, TestType } from '../schema/column-types.ts';
import { ALL_PARTNERS, isInScope, type Scope } from '../scope/scope.ts';
import { amounts, kind, sameKind } from './rollup-tables.ts';

/** The dimensions by which messages count. */
export interface RollupKey {
  /** The UTC hour of the sent time, or else of the received time, in epoch milliseconds; -Infinity without either. */
  readonly hour: number;
  readonly carrier: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
  /** The status's rank. */
  readonly status: number;
  readonly received: boolean;
  /** Empty without a finding. */
  readonly finding: Finding | '';
  /** The handset saw a different sender. */
  readonly senderChanged: boolean;
  /** The finding about its files; empty without one. */
  readonly files: FileFinding | '';
  /** Empty for a message that did not arrive. */
  readonly unaltered: UnalteredAnswer | '';
  readonly verdict: Verdict;
  /** What the carrier's receipt says; empty if receipts decide for its phone. */
  readonly receipt: ReceiptOutcome | '';
}

/** Change in the number of messages. `delayMs` is the sum over the `delayed` messages, which have both times. */
export interface Amounts {
  readonly messages: number;
  readonly delayMs: number;
  readonly delayed: number;
}

/** The change under one key. */
export interface RollupDelta extends RollupKey, Amounts {}

/** The share of a change for one office over one gateway. */
export interface OfficeDelta extends Amounts {
  /** Index of its key in `keys`, from 0. */
  readonly keyIndex: number;
  readonly officeId: number;
  readonly partnerId: number;
  readonly gatewayId: number;
}

/** The changes of one transaction: by key, and again by office and key. */
export interface RollupDeltas {
  readonly keys: readonly RollupDelta[];
  readonly offices: readonly OfficeDelta[];
}

export async function appendRollupDeltas(tx: Transaction, deltas: RollupDeltas): Promise<void> {
  if (deltas.keys.length > 0) await sql`${PREPARED} ${insertRollupDeltas(deltas)}`.execute(tx);
}

/** The statement that appends them. @param condition whether to append */
export function insertRollupDeltas(
  { keys, offices }: RollupDeltas,
  condition = sql<boolean>`true`,
): RawBuilder<unknown> {
  return sql`
    insert into rollup_deltas (${namesOf(KEY_ARRAYS)}, ${namesOf(OFFICE_ARRAYS)})
    select ${columnArrays(keys, KEY_ARRAYS)}, ${columnArrays(offices, OFFICE_ARRAYS)} where ${condition}`;
}

const KEY_ARRAYS: TableColumns<RollupDelta> = {
  hours: ['instant', (key) => key.hour],
  carriers: ['text', (key) => key.carrier],
  message_types: ['text', (key) => key.messageType],
  test_types: ['text', (key) => key.testType],
  statuses: ['int2', (key) => key.status],
  received: ['bool', (key) => key.received],
  findings: ['text', (key) => key.finding],
  sender_changed: ['bool', (key) => key.senderChanged],
  files: ['text', (key) => key.files],
  unaltered: ['text', (key) => key.unaltered],
  verdicts: ['text', (key) => key.verdict],
  receipts: ['text', (key) => key.receipt],
  messages: ['int4', (key) => key.messages],
  delay_ms: ['int8', (key) => key.delayMs],
  delayed: ['int4', (key) => key.delayed],
};
const OFFICE_ARRAYS: TableColumns<OfficeDelta> = {
  key_indexes: ['int2', (office) => office.keyIndex + 1],
  office_ids: ['int4', (office) => office.officeId],
  partner_ids: ['int4', (office) => office.partnerId],
  gateway_ids: ['int4', (office) => office.gatewayId],
  office_messages: ['int4', (office) => office.messages],
  office_delay_ms: ['int8', (office) => office.delayMs],
  office_delayed: ['int4', (office) => office.delayed],
};
const keyArrays = namesOf(KEY_ARRAYS, 'rollup_deltas.');
const officeArrays = namesOf(OFFICE_ARRAYS, 'rollup_deltas.');

function namesOf(columns: Readonly<Record<string, unknown>>, prefix = ''): RawBuilder<unknown> {
  return sql.raw(
    Object.keys(columns)
      .map((name) => `${prefix}${name}`)
      .join(', '),
  );
}

/**
 * The deltas not folded yet, as a table expression: an `hour`, the kind, and amounts.
 * @param which condition on `rollup_deltas`
 */
export function pendingByKey(which = sql<boolean>`true`): RawBuilder<unknown> {
  return sql`(
    select k.* from rollup_deltas
    cross join lateral unnest(${keyArrays}) as k (hour, ${kind}, ${amounts})
    where ${which}) pending`;
}

/**
 * The same by office: adds `office_id`, `partner_id` and `gateway_id`.
 * @param of.which condition on `rollup_deltas`
 * @param of.scope the result may omit other partners
 */
export function pendingByOffice(
  of: { readonly which?: RawBuilder<boolean>; readonly scope?: Scope } = {},
): RawBuilder<unknown> {
  const { which = sql<boolean>`true`, scope = ALL_PARTNERS } = of;
  const isWanted = isInScope(scope, sql`o.partner_id`);
  return sql`(
    select each.* from rollup_deltas cross join lateral (
      select office_id, partner_id, gateway_id, hour, ${kind}, ${amounts}
      from unnest(${officeArrays}) as o (key_index, office_id, partner_id, gateway_id, ${amounts})
      join unnest(${keyArrays}) with ordinality as k (hour, ${kind}, m, d, n, key_index) using (key_index)
      where ${isWanted}) each
    where ${which}) pending`;
}

/**
 * The same as a query, with the number of each kind; all kinds must be in `rollup_kinds`: `office_id`, `partner_id`,
 * `gateway_id`, `hour`, `kind_id` and amounts. Only the keys of a row, about twenty, are looked up; its changes by
 * office, up to a thousand, then find their kinds by index.
 */
export function pendingNumbered(which: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    with numbered_keys as materialized (
      select k.id, array_agg(k.hour order by k.key_index) as hours_by_key,
        array_agg(rollup_kinds.id order by k.key_index) as kinds_by_key
      from (
        select rollup_deltas.id, k.* from rollup_deltas
        cross join lateral unnest(${keyArrays}) with ordinality as k (hour, ${kind}, ${amounts}, key_index)
        where ${which}) k
      left join rollup_kinds on ${sameKind('rollup_kinds', 'k')}
      group by k.id)
    select o.office_id, o.partner_id, o.gateway_id, hours_by_key[o.key_index] as hour,
      kinds_by_key[o.key_index] as kind_id, o.messages, o.delay_ms, o.delayed
    from numbered_keys join rollup_deltas using (id)
    cross join lateral unnest(${officeArrays}) as o (key_index, office_id, partner_id, gateway_id, ${amounts})`;
}
