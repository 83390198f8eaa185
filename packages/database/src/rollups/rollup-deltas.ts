/** Changes to the rollups, appended in the transaction that makes them; `rollup-fold.ts` adds them up later. */
import type { Finding } from '@textprobe/domain/finding';
import type { MessageType, TestType } from '../column-types.ts';
import type { Transaction } from '../connection.ts';
import { sql } from 'kysely';
import { KEPT } from '../named-statements.ts';
import { rowsAsTable } from '../rows-as-table.ts';

/** What messages are counted by. */
export interface RollupKey {
  /** The UTC hour of the sent time, else of the received time, in epoch milliseconds; -Infinity when there is neither. */
  readonly hour: number;
  readonly carrier: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
  /** The status' rank. */
  readonly status: number;
  readonly received: boolean;
  /** Empty where nothing was found. */
  readonly finding: Finding | '';
  /** The handset saw another sender than was sent. */
  readonly senderChanged: boolean;
}

/** So many messages more (or fewer) under a key. `delayMs` is the sum over the `delayed` messages that have both times. */
export interface RollupDelta extends RollupKey {
  readonly messages: number;
  readonly delayMs: number;
  readonly delayed: number;
}

export async function appendRollupDeltas(tx: Transaction, deltas: readonly RollupDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  const rows = rowsAsTable('d', deltas, {
    hour: ['instant', (delta) => delta.hour],
    carrier: ['text', (delta) => delta.carrier],
    message_type: ['text', (delta) => delta.messageType],
    test_type: ['text', (delta) => delta.testType],
    status: ['int2', (delta) => delta.status],
    received: ['bool', (delta) => delta.received],
    finding: ['text', (delta) => delta.finding],
    sender_changed: ['bool', (delta) => delta.senderChanged],
    messages: ['int4', (delta) => delta.messages],
    delay_ms: ['int8', (delta) => delta.delayMs],
    delayed: ['int4', (delta) => delta.delayed],
  });
  await sql`${KEPT}
    insert into rollup_deltas (hour, carrier, message_type, test_type, status, received, finding, sender_changed,
      messages, delay_ms, delayed)
    select * from ${rows}`.execute(tx);
}
