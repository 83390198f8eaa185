/** The status of a run (and of the test it executes), concluded from how its messages ended (SERVER-2). */

/** Every execution status, in the order in which filters offer them (LIST-2). */
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
 * What became of a due instant: a run that began, one that waits for the run before it, or one that never sent anything,
 * because nobody worked at the time (MISSED) or because the run before it was still open (SKIPPED).
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
  MISSED: 'missed: nothing was at work when it was due',
  SKIPPED: 'skipped: the run before it was still open',
} as const;

/** How many messages of a run there are, are settled, count as received, and have a known outcome. */
export interface RunCounts {
  readonly total: number;
  readonly settled: number;
  /** Of `known`: those that count as received (`countsAsReceived` in verdict.ts). */
  readonly received: number;
  /** Messages whose outcome is known (`isKnownOutcome` in verdict.ts). UNKNOWN ones change nothing. */
  readonly known: number;
  /** Messages that ended as handset offline (`endedOffline` in verdict.ts): never known. */
  readonly offline: number;
  /** Messages that expired before they were submitted (`wasNotSent` in verdict.ts): never known. */
  readonly notSent: number;
}

/** Why a test is FAILED of which nothing is known: it stands outside every rate (SERVER-2). */
const NO_OUTCOME_KNOWN = 'no outcome known';

/** The same, where every single handset was offline: the remedy is at the phones. */
const EVERY_HANDSET_OFFLINE = 'no outcome known: every handset was offline';

/** The same, where every single message expired before it was submitted: the remedy is at our gateway (GUARD-8). */
const NOT_SENT = 'not sent';

/** Why a run has fewer messages than offices × phones: making them failed again and again. */
export const MESSAGES_NOT_MADE = {
  all: 'no messages: they could not be made',
  some: 'incomplete: some messages could not be made',
} as const;

/** Why a test is FAILED though no carrier failed it: it stands outside every rate (SERVER-2). */
export const REASONS_OUTSIDE_RATES: readonly string[] = [
  NO_OUTCOME_KNOWN,
  EVERY_HANDSET_OFFLINE,
  NOT_SENT,
  NOT_RUN_REASONS.MISSED,
  MESSAGES_NOT_MADE.all,
];

/** The status that the counts add up to; `reason` says in words why, where the status alone would mislead. */
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

/** The words that screens show (LIST-12). A test without a status has not run: 'Unexecuted'; one that is not known stands for itself. */
export function executionStatusLabel(status: ExecutionStatus | null | undefined): string {
  const shown = status ?? 'UNEXECUTED';
  return LABELS[shown] ?? shown;
}
