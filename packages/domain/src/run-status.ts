/** The status of a run (and of its test), derived from how its messages ended (SERVER-2). */

/** Every execution status, in filter order (LIST-2). */
export const EXECUTION_STATUSES = [
  'DELIVERED',
  'PARTIALLY_DELIVERED',
  'FAILED',
  'EXECUTING',
  'UNEXECUTED',
] as const;

/** The status of a run or a test. */
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/**
 * What happened at a due instant: a run that started, one that waits for its predecessor, or one that never sent
 * anything, because no worker was running or a daily limit was reached (MISSED), or because its predecessor was still
 * open (SKIPPED).
 */
export const RUN_STATUSES = [
  'EXECUTING',
  'DELIVERED',
  'PARTIALLY_DELIVERED',
  'FAILED',
  'WAITING',
  'MISSED',
  'SKIPPED',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why an occurrence sent nothing. */
export const NOT_RUN_REASONS = {
  MISSED: 'missed: no worker was running when it was due',
  SKIPPED: 'skipped: the previous run was still open',
} as const;

/** Why a due run within a worker's reach is MISSED nevertheless (ACCT-11). */
export const MISSED_BY_LIMIT = 'missed: the daily limit was reached';

/** How many messages of a run exist, are settled, count as received, and have a known outcome. */
export interface RunCounts {
  readonly total: number;
  readonly settled: number;
  /** Those of `known` that count as received (`countsAsReceived` in verdict.ts). */
  readonly received: number;
  /** Messages with a known outcome (`isKnownOutcome` in verdict.ts). UNKNOWN ones change nothing. */
  readonly known: number;
  /** Messages that ended as handset offline (`endedOffline` in verdict.ts): never known. */
  readonly offline: number;
  /** Messages that expired before submission (`wasNotSent` in verdict.ts): never known. */
  readonly notSent: number;
}

/** Reason of a FAILED test without any known outcome; no rate counts it (SERVER-2). */
const NO_OUTCOME_KNOWN = 'no outcome known';

/** Likewise, if every handset was offline: check the phones. */
const EVERY_HANDSET_OFFLINE = 'no outcome known: every handset was offline';

/** Likewise, if every message expired before submission: check our gateway (GUARD-8). */
const NOT_SENT = 'not sent';

/** Why a run has fewer messages than offices × phones: creating them failed repeatedly. */
export const MESSAGES_NOT_CREATED = {
  all: 'no messages: they could not be created',
  some: 'incomplete: some messages could not be created',
} as const;

/** Reasons of a FAILED test for which no carrier is to blame; no rate counts it (SERVER-2). */
export const REASONS_OUTSIDE_RATES: readonly string[] = [
  NO_OUTCOME_KNOWN,
  EVERY_HANDSET_OFFLINE,
  NOT_SENT,
  NOT_RUN_REASONS.MISSED,
  MISSED_BY_LIMIT,
  MESSAGES_NOT_CREATED.all,
];

/** The status that follows from the counts; `reason` explains it if the status alone would mislead. */
export function deriveRunStatus(counts: RunCounts): { status: ExecutionStatus; reason: string | null } {
  const { total, settled, received, known } = counts;
  if (settled < total) return { status: 'EXECUTING', reason: null };
  if (known === 0) return { status: 'FAILED', reason: reasonWithoutOutcome(counts) };
  if (received >= known) return { status: 'DELIVERED', reason: null };
  return { status: received > 0 ? 'PARTIALLY_DELIVERED' : 'FAILED', reason: null };
}

function reasonWithoutOutcome({ total, offline, notSent }: RunCounts): string {
  if (total > 0 && offline === total) return EVERY_HANDSET_OFFLINE;
  return total > 0 && notSent === total ? NOT_SENT : NO_OUTCOME_KNOWN;
}

const LABELS: Record<ExecutionStatus, string> = {
  DELIVERED: 'Delivered',
  PARTIALLY_DELIVERED: 'Partially Delivered',
  FAILED: 'Failed',
  EXECUTING: 'Executing',
  UNEXECUTED: 'Unexecuted',
};

/** The labels on screens (LIST-12). A test without a status has not run: 'Unexecuted'; an unknown status is shown as it is. */
export function executionStatusLabel(status: ExecutionStatus | null | undefined): string {
  const shown = status ?? 'UNEXECUTED';
  return LABELS[shown] ?? shown;
}

const OCCURRENCE_LABELS = { WAITING: 'Waiting', MISSED: 'Missed', SKIPPED: 'Skipped' } as const;

/** `Delivered`, `Missed`, … */
export function runStatusLabel(status: RunStatus): string {
  if (status === 'WAITING' || status === 'MISSED' || status === 'SKIPPED') return OCCURRENCE_LABELS[status];
  return executionStatusLabel(status);
}
