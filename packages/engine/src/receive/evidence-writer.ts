/**
 * The one writer of what a gateway tells: outcomes and receipts in the order in which they came, in batches of whatever
 * has gathered while the last one was written.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { insertRawReceipts, type RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import { TRIES_BEFORE_SET_ASIDE } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { receiptStateRank } from '@textprobe/domain/message-lifecycle';
import { storableText, storableTextOrNull } from '@textprobe/domain/storable-text';
import type { CarrierReceipt, SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { createBatcher } from '../kit/batcher.ts';
import { isRefusal, transact } from '../kit/transact.ts';
import { type EngineMetrics, NO_METRICS } from '../metrics.ts';
import type { ClaimTally } from '../settle/claim-tally.ts';
import type { PostCommit } from '../settle/post-commit.ts';
import type { Evidence, OutcomeEvidence, ReceiptEvidence } from './evidence.ts';
import { createEvidencePairs } from './evidence-pairs.ts';
import { recordEvidence } from './record-evidence.ts';

/** Called once; null: it is committed. */
export type Written = (error: unknown) => void;

/** Calls back instead of returning promises: a promise chain for each answer and each receipt costs more than the work. */
export interface EvidenceWriter {
  /**
   * Calls back once the outcome is committed. While the database is away it is tried again and again: nothing else knows
   * of it. One that the database refuses three times is written as unknown, and says so. An error only when the writer is
   * abandoned, or even that is refused.
   */
  outcome(outcome: OutcomeEvidence, onWritten: Written): void;
  /**
   * Calls back once the receipt is committed, or with an error when it could not be, and the carrier is to send it again.
   * One that the database refuses three times would be refused for ever: it is kept as it came, for the sweep of parked
   * receipts, and where not even that is possible, in the log alone.
   */
  receipt(receipt: RawReceipt, onWritten: Written): void;
  /** Gives up outcomes that could not be written yet; their claims end as UNKNOWN with their lease. */
  abandon(): void;
}

/** The same as a promise, for what is rare. */
export function whenWritten(write: (onWritten: Written) => void): Promise<void> {
  return new Promise((resolve, reject) => write((error) => (error === null ? resolve() : reject(error))));
}

/** Room for the answers and the receipts of all that one claim takes. */
const MAX_BATCH = 4_000;
/**
 * After a batch of this size more is let gather for a moment: a quick carrier's receipt then comes into the batch of its
 * answer, and the message's row, the dearest thing there is to write, is written once for both. A lone answer never waits.
 */
const LARGE_BATCH = 200;
const GATHER_MS = 8;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;

export function createEvidenceWriter(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  postCommit: PostCommit;
  /** Of the worker whose outcomes are written here. */
  tally?: ClaimTally;
  metrics?: Pick<EngineMetrics, 'setAside'>;
}): EvidenceWriter {
  const { clock, log, postCommit, tally, metrics = NO_METRICS } = deps;
  const abandoned = new AbortController();
  const pairs = createEvidencePairs({ few: LARGE_BATCH });
  const batcher = createBatcher<Evidence, void>({
    maxSize: MAX_BATCH,
    choice: { choose: pairs.choose, pause: () => clock.sleep(GATHER_MS) },
    gather: (lastSize) => (lastSize < LARGE_BATCH ? undefined : clock.sleep(GATHER_MS)),
    async write(evidence) {
      const { changes, answered } = await transact(deps, (tx) =>
        recordEvidence(tx, evidence, clock.now(), tally),
      );
      tally?.forget(answered);
      postCommit.publish(changes);
      return evidence.map(() => undefined);
    },
  });

  /** Parked, it is tried by itself by the sweep, which sets it aside. */
  async function keepAsItCame(receipt: RawReceipt): Promise<void> {
    try {
      await transact(deps, (tx) => insertRawReceipts(tx, [{ receipt, message: null }]));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.error(
        { err: error, receipt },
        'a receipt that the database refuses was set aside: it is kept here alone',
      );
      metrics.setAside('receipt');
    }
  }

  /** @param error why the first try failed */
  async function outcomeAgain(outcome: OutcomeEvidence, error: unknown): Promise<void> {
    let refusals = 0;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      abandoned.signal.throwIfAborted();
      if (isRefusal(error) && ++refusals >= TRIES_BEFORE_SET_ASIDE) {
        log.error({ err: error, message: outcome.key }, 'the outcome of a submission was set aside');
        metrics.setAside('outcome');
        break;
      }
      log.error({ err: error, message: outcome.key }, 'the outcome of a submission could not be written yet');
      await clock.sleep(retryMs, abandoned.signal);
      try {
        return await batcher.add(outcome);
      } catch (again) {
        error = again;
      }
    }
    // Should even this be refused, its claim ends as UNKNOWN with the lease.
    return batcher.add({ ...outcome, outcome: withoutAnswer(outcome.outcome) });
  }

  /** @param error why the first try failed */
  async function receiptAgain(evidence: ReceiptEvidence, error: unknown): Promise<void> {
    const { receipt } = evidence;
    for (let tries = 1; ; tries += 1) {
      if (!isRefusal(error)) throw error;
      log.warn({ err: error, providerId: receipt.providerId, tries }, 'a receipt could not be applied');
      if (tries === TRIES_BEFORE_SET_ASIDE) return keepAsItCame(receipt);
      try {
        return await batcher.add(evidence);
      } catch (again) {
        error = again;
      }
    }
  }

  function callBack(onWritten: Written, error: unknown): void {
    try {
      onWritten(error);
    } catch (fault) {
      // Thrown on, it would end the batcher, and with it every later write.
      log.error({ err: fault }, 'what waited for evidence to be written failed');
    }
  }

  function add<E extends Evidence>(
    evidence: E,
    onWritten: Written,
    again: (evidence: E, error: unknown) => Promise<void>,
  ): void {
    const succeed = () => callBack(onWritten, null);
    const fail = (error: unknown) => callBack(onWritten, error ?? new Error('the evidence was not written'));
    batcher.push(evidence, succeed, (error) => void again(evidence, error).then(succeed, fail));
  }

  return {
    outcome: (outcome, onWritten) => add(outcome, onWritten, outcomeAgain),
    receipt: (receipt, onWritten) => add({ kind: 'receipt', receipt }, onWritten, receiptAgain),
    abandon: () => abandoned.abort(),
  };
}

/** What may be said of a submission whose answer cannot be stored: that it may have been sent. */
function withoutAnswer(outcome: SubmissionOutcome): SubmissionOutcome {
  if (outcome.kind === 'deferred') return { ...outcome, reason: NOT_STORED };
  return { kind: 'unknown', at: outcome.at, error: NOT_STORED };
}
const NOT_STORED = 'The carrier’s answer could not be stored.';

/** A receipt as the port tells it, fit to be stored. */
export function toRawReceipt(gatewayId: number, receipt: CarrierReceipt): RawReceipt {
  return {
    gatewayId,
    providerId: storableText(receipt.providerId),
    idVariants: receipt.idVariants.map(storableText),
    recipient: storableTextOrNull(receipt.recipient),
    state: receiptStateRank(receipt.state),
    error: storableTextOrNull(receipt.error),
    at: receipt.at,
    raw: storableText(receipt.raw),
  };
}
