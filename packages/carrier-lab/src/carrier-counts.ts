/** Counters by carrier: submissions, answers and fates. */
import type { FateMark } from './scenario-model.ts';
import type { Submission } from './submissions.ts';

export interface CarrierCounts {
  /** Messages with a decided fate; a long message counts once. */
  messages: number;
  /** submit_sm by answer; a long message has several. */
  accepted: number;
  rejected: number;
  throttled: number;
  unanswered: number;
  /** Receipts sent, and parts that reached a handset. */
  receipts: number;
  deliveries: number;
  /** Messages by mark; `none`: without a mark. */
  fates: Partial<Record<FateMark | 'none', number>>;
}

const COUNT_OF_ANSWER = {
  accepted: 'accepted',
  rejected: 'rejected',
  throttled: 'throttled',
  none: 'unanswered',
} as const satisfies Record<Submission['answer'], keyof CarrierCounts>;

export type CarrierCounters = ReturnType<typeof createCarrierCounts>;

export function createCarrierCounts() {
  const byCarrier = new Map<string, CarrierCounts>();

  function of(carrier: string): CarrierCounts {
    let counts = byCarrier.get(carrier);
    if (counts === undefined) {
      counts = {
        messages: 0,
        accepted: 0,
        rejected: 0,
        throttled: 0,
        unanswered: 0,
        receipts: 0,
        deliveries: 0,
        fates: {},
      };
      byCarrier.set(carrier, counts);
    }
    return counts;
  }

  return {
    message(carrier: string, marks: readonly FateMark[]): void {
      const counts = of(carrier);
      counts.messages += 1;
      for (const mark of marks.length > 0 ? marks : (['none'] as const)) {
        counts.fates[mark] = (counts.fates[mark] ?? 0) + 1;
      }
    },
    answer(carrier: string, answer: Submission['answer']): void {
      of(carrier)[COUNT_OF_ANSWER[answer]] += 1;
    },
    receipt(carrier: string): void {
      of(carrier).receipts += 1;
    },
    delivery(carrier: string): void {
      of(carrier).deliveries += 1;
    },
    /** A copy of the counts, by the name of the carrier. */
    snapshot: (): Record<string, CarrierCounts> => structuredClone(Object.fromEntries(byCarrier)),
  };
}
