/**
 * Writes everything that a gateway reports, outcomes and receipts, in arrival order: one batch holds whatever arrived
 * while the previous one was written.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { insertRawReceipts, type RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import { TRIES_BEFORE_SET_ASIDE } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
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

/** Called once; null: committed. */
export type Written = (error: unknown) => void;

/** Uses callbacks: a promise chain for each answer and receipt costs more than the work itself. */
export interface EvidenceWriter {
  /**
   * Calls back once the outcome is committed. Retries for as long as the database is unavailable: the outcome is stored
   * nowhere else. If the database refuses it three times, it is written as unknown, and logged. Fails only if the
   * writer is abandoned or even that is refused.
   */
  outcome(outcome: OutcomeEvidence, onWritten: Written): void;
  /**
   * Calls back once the receipt is committed, or with an error so that the carrier sends it again. A receipt that the
   * database refuses three times would be refused forever: it is stored as received, for the sweep of unmatched
   * receipts; if even that is refused, only logged.
   */
  receipt(receipt: RawReceipt, onWritten: Written): void;
  /** Gives up outcomes that are not written yet; their claims become UNKNOWN when the lease ends. */
  abandon(): void;
}

/** Promise variant, for rare calls. */
export function whenWritten(write: (onWritten: Written) => void): Promise<void> {
  return new Promise((resolve, reject) => write((error) => (error === null ? resolve() : reject(error))));
}

/** Enough for the answers and receipts of one full claim. */
const MAX_BATCH = 4_000;
/**
 * After a batch of this size, let more accumulate briefly: a fast carrier's receipt then joins its answer's batch, and
 * the message's row, the most expensive write, is written once for both. A lone answer never waits.
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
  /** Tally of the worker whose outcomes are written here. */
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

  /** Stores the receipt unmatched; the sweep then tries it alone and sets it aside. */
  async function storeUnmatched(receipt: RawReceipt): Promise<void> {
    try {
      await transact(deps, (tx) => insertRawReceipts(tx, [{ receipt, message: null }]));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.error(
        { err: error, receipt },
        'a receipt was set aside: the database refuses it, and only this log line keeps it',
      );
      metrics.setAside('receipt');
    }
  }

  /** @param error of the first try */
  async function retryOutcome(outcome: OutcomeEvidence, error: unknown): Promise<void> {
    let refusals = 0;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      abandoned.signal.throwIfAborted();
      if (isRefusal(error) && ++refusals >= TRIES_BEFORE_SET_ASIDE) {
        log.error(
          { err: error, message: outcome.key },
          'the outcome of a submission was set aside: the database refuses it',
        );
        metrics.setAside('outcome');
        break;
      }
      log.error(
        { err: error, message: outcome.key },
        'could not write the outcome of a submission; retrying',
      );
      await clock.sleep(retryMs, abandoned.signal);
      try {
        return await batcher.add(outcome);
      } catch (again) {
        error = again;
      }
    }
    // If this is refused too, the claim becomes UNKNOWN when its lease ends.
    return batcher.add({ ...outcome, outcome: withoutAnswer(outcome.outcome) });
  }

  /** @param error of the first try */
  async function retryReceipt(evidence: ReceiptEvidence, error: unknown): Promise<void> {
    const { receipt } = evidence;
    for (let tries = 1; ; tries += 1) {
      if (!isRefusal(error)) throw error;
      log.warn({ err: error, providerId: receipt.providerId, tries }, 'could not apply a receipt');
      if (tries === TRIES_BEFORE_SET_ASIDE) return storeUnmatched(receipt);
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
      // Rethrown, it would stop the batcher and every later write.
      log.error({ err: fault }, 'the callback of an evidence write threw');
    }
  }

  function add<E extends Evidence>(
    evidence: E,
    onWritten: Written,
    retry: (evidence: E, error: unknown) => Promise<void>,
  ): void {
    const succeed = () => callBack(onWritten, null);
    const fail = (error: unknown) => callBack(onWritten, error ?? new Error('the evidence was not written'));
    batcher.push(evidence, succeed, (error) => void retry(evidence, error).then(succeed, fail));
  }

  return {
    outcome: (outcome, onWritten) => add(outcome, onWritten, retryOutcome),
    receipt: (receipt, onWritten) => add({ kind: 'receipt', receipt }, onWritten, retryReceipt),
    abandon: () => abandoned.abort(),
  };
}

/** The outcome to store if the carrier's answer cannot be stored: the message may have been sent. */
function withoutAnswer(outcome: SubmissionOutcome): SubmissionOutcome {
  if (outcome.kind === 'deferred') return { ...outcome, reason: NOT_STORED };
  return { kind: 'unknown', at: outcome.at, error: NOT_STORED };
}
const NOT_STORED = 'The carrier’s answer could not be stored.';

/** Converts a receipt from the port to storable text. */
export function toRawReceipt(gatewayId: number, receipt: CarrierReceipt): RawReceipt {
  return {
    gatewayId,
    providerId: storableText(receipt.providerId),
    idVariants: receipt.idVariants.map(storableText),
    recipient: storableTextOrNull(receipt.recipient),
    destination: storableTextOrNull(receipt.destination ?? null),
    state: receiptStateRank(receipt.state),
    covers: receipt.covers ?? 'part',
    error: storableTextOrNull(receipt.error),
    at: receipt.at,
    raw: storableText(receipt.raw),
  };
}
