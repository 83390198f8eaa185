/** Gateway handlers that record every call and let a test wait for one. */
import { createMemoryParts } from './memory-parts.ts';
import type {
  CarrierReceipt,
  GatewayHandlers,
  IgnoredReceipt,
  ReceiptDone,
  SubmissionOutcome,
} from '../gateway-port.ts';

export interface RecordedHandlers extends GatewayHandlers {
  readonly receipts: readonly CarrierReceipt[];
  readonly ignored: readonly IgnoredReceipt[];
  readonly late: readonly { readonly reference: string; readonly outcome: SubmissionOutcome }[];
  /** The number of `onCapacity` calls. */
  readonly calls: number;
  /** Replaces the commit of receipts; by default it succeeds at once. */
  commitBy(commit: (receipt: CarrierReceipt) => Promise<void>): void;
  /** Resolves once the condition holds; it is checked after each call. */
  until(condition: () => boolean): Promise<void>;
}

export function recordHandlers(): RecordedHandlers {
  const receipts: CarrierReceipt[] = [];
  const ignored: IgnoredReceipt[] = [];
  const late: { reference: string; outcome: SubmissionOutcome }[] = [];
  let calls = 0;
  let commit: (receipt: CarrierReceipt) => Promise<void> = async () => {};
  let called = Promise.withResolvers<void>();

  function notify() {
    called.resolve();
    called = Promise.withResolvers<void>();
  }

  async function take(receipt: CarrierReceipt, done: ReceiptDone): Promise<void> {
    try {
      await commit(receipt);
    } catch (error) {
      return done(error ?? new Error('rejected without an error'));
    }
    done(null);
  }

  return {
    receipts,
    ignored,
    late,
    get calls() {
      return calls;
    },
    commitBy(next) {
      commit = next;
    },
    async until(condition) {
      while (!condition()) await called.promise;
    },
    onReceipt(receipt, done) {
      receipts.push(receipt);
      notify();
      void take(receipt, done);
    },
    async onLateOutcome(reference, outcome) {
      late.push({ reference, outcome });
      notify();
    },
    receiptParts: createMemoryParts(),
    onIgnored(one) {
      ignored.push(one);
      notify();
    },
    onCapacity() {
      calls += 1;
      notify();
    },
  };
}
