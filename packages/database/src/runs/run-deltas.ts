/** Changes of the counts of runs: appended with each change of messages, folded when a run is checked. */
import {
  type MessageStatus,
  messageStatusFromRank,
  messageStatusRank,
} from '@textprobe/domain/message-status';
import type { RunCounts } from '@textprobe/domain/run-status';
import { countsAsReceived, endedOffline } from '@textprobe/domain/verdict';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { unalteredRow, wasNotSentRow } from '../messages/message-finding.ts';
import type { MessageRow } from '../messages/message-row.ts';

/** Changes in the number of messages, by kind. `unaltered` of `compared`: as in the domain's `ReportRate`. */
export interface RunDelta extends Omit<RunCounts, 'total'> {
  readonly unaltered: number;
  readonly compared: number;
}

/** The columns that determine a message's counts. */
export type RunCountedRow = Pick<
  MessageRow,
  | 'status'
  | 'evidence'
  | 'settled_at'
  | 'handset_offline'
  | 'submission_state'
  | 'receipt_state'
  | 'message_type'
  | 'comparison'
  | 'sender_comparison'
  | 'file_finding'
>;

/** Collects changes of messages by run. */
export interface RunChanges {
  /** @param sign +1: the message's new state; −1: its old state */
  count(runId: number, row: RunCountedRow, sign: 1 | -1): void;
  /** The changes that do not cancel out. */
  deltas(): Map<number, RunDelta>;
}

const KNOWN = messageStatusRank('FAILED');

export function createRunChanges(): RunChanges {
  const byRun = new Map<number, { -readonly [Name in keyof RunDelta]: number }>();
  return {
    count(runId, row, sign) {
      let sum = byRun.get(runId);
      if (sum === undefined) {
        sum = { settled: 0, received: 0, known: 0, offline: 0, notSent: 0, unaltered: 0, compared: 0 };
        byRun.set(runId, sum);
      }
      const { evidence, handset_offline: handsetOffline } = row;
      const status: MessageStatus = messageStatusFromRank(row.status);
      const isOffline = endedOffline({ status, evidence, handsetOffline });
      const isNotSent = wasNotSentRow(row);
      if (row.settled_at !== null) sum.settled += sign;
      if (countsAsReceived(status, evidence)) sum.received += sign;
      if (row.status >= KNOWN && !isOffline && !isNotSent) sum.known += sign;
      if (isOffline) sum.offline += sign;
      if (isNotSent) sum.notSent += sign;
      const unaltered = unalteredRow(row);
      if (unaltered === 'yes') sum.unaltered += sign;
      if (unaltered === 'yes' || unaltered === 'no') sum.compared += sign;
    },
    deltas: () => new Map([...byRun].filter(([, sum]) => Object.values(sum).some((count) => count !== 0))),
  };
}

export async function appendRunDeltas(tx: Transaction, deltas: ReadonlyMap<number, RunDelta>): Promise<void> {
  if (deltas.size > 0) await sql`${PREPARED} ${insertRunDeltas(deltas)}`.execute(tx);
}

/** The statement that appends them. @param condition whether to append */
export function insertRunDeltas(
  deltas: ReadonlyMap<number, RunDelta>,
  condition = sql<boolean>`true`,
): RawBuilder<unknown> {
  const rows = rowsAsTable('d', [...deltas], {
    run_id: ['int8', ([runId]) => runId],
    settled: ['int4', ([, delta]) => delta.settled],
    received: ['int4', ([, delta]) => delta.received],
    known: ['int4', ([, delta]) => delta.known],
    offline: ['int4', ([, delta]) => delta.offline],
    not_sent: ['int4', ([, delta]) => delta.notSent],
    unaltered: ['int4', ([, delta]) => delta.unaltered],
    compared: ['int4', ([, delta]) => delta.compared],
  });
  return sql`
    insert into run_deltas (run_id, settled, received, known, offline, not_sent, unaltered, compared)
    select * from ${rows} where ${condition}`;
}
