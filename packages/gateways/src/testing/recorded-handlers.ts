/** An engine as far as a gateway sees one: writes down what it is told, and lets a test wait for it. */
import type { CarrierReceipt, GatewayHandlers, ReceiptDone, SubmissionOutcome } from '../gateway-port.ts';

export interface RecordedHandlers extends GatewayHandlers {
  readonly receipts: readonly CarrierReceipt[];
  readonly late: readonly { readonly reference: string; readonly outcome: SubmissionOutcome }[];
  /** How often it was told of capacity. */
  readonly calls: number;
  /** What a receipt's commit is from now on; at first it succeeds at once. */
  commitBy(commit: (receipt: CarrierReceipt) => Promise<void>): void;
  /** Resolves once `isSo`, looked at after each thing told. */
  until(isSo: () => boolean): Promise<void>;
}

export function recordHandlers(): RecordedHandlers {
  const receipts: CarrierReceipt[] = [];
  const late: { reference: string; outcome: SubmissionOutcome }[] = [];
  let calls = 0;
  let commit: (receipt: CarrierReceipt) => Promise<void> = async () => {};
  let told = Promise.withResolvers<void>();

  function tell() {
    told.resolve();
    told = Promise.withResolvers<void>();
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
    late,
    get calls() {
      return calls;
    },
    commitBy(next) {
      commit = next;
    },
    async until(isSo) {
      while (!isSo()) await told.promise;
    },
    onReceipt(receipt, done) {
      receipts.push(receipt);
      tell();
      void take(receipt, done);
    },
    async onLateOutcome(reference, outcome) {
      late.push({ reference, outcome });
      tell();
    },
    onCapacity() {
      calls += 1;
      tell();
    },
  };
}
