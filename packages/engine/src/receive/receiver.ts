/**
 * Receives handset reports in batches: one statement reads them, another writes the usual ones. Unusual reports take a
 * separate path, so that one altered text does not force its whole batch through a transaction. Reports whose message is
 * locked are retried shortly, so that the others do not wait.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import { afterThisTick, type Batcher, createBatcher } from '../kit/batcher.ts';
import { jittered, type WriteDeps } from '../kit/transact.ts';
import type { EngineMetrics } from '../metrics.ts';
import type { PostCommit } from '../settle/post-commit.ts';
import { type Received, readArrivals, type TimedArrival } from './match-arrivals.ts';
import { isUsual, type RecordedArrivals, recordCarefully, recordUsual } from './record-arrivals.ts';

const MAX_BATCH = 500;
/** Our transactions hold their locks for about 10 ms. */
const LOCKED_PAUSE_MS = 20;

export interface Receiver {
  /** Resolves with the outcome once it is committed. */
  receive(arrival: TimedArrival): Promise<ArrivalOutcome>;
  /** Resolves once nothing is being received. */
  idle(): Promise<void>;
}

export function createReceiver(
  deps: WriteDeps & {
    /** Pool for reads and for writing usual reports. */
    readonly indexOnlyPool: Database;
    readonly codes: MessageCodes;
    readonly postCommit: Pick<PostCommit, 'publish'>;
    readonly metrics: Pick<EngineMetrics, 'receptions'>;
  },
): Receiver {
  const { indexOnlyPool, clock, codes, postCommit, metrics } = deps;
  const reader = createBatcher<TimedArrival, Received>({
    maxSize: MAX_BATCH,
    gather: afterThisTick,
    write: (arrivals) => readArrivals(indexOnlyPool, codes, arrivals, clock.now()),
  });
  const usual = writerOf(recordUsual);
  const careful = writerOf(recordCarefully);

  const receiving = new Set<Promise<unknown>>();

  function writerOf(record: typeof recordUsual): Batcher<Received, ArrivalOutcome | null> {
    return createBatcher({
      maxSize: MAX_BATCH,
      async write(received) {
        const { outcomes, changes }: RecordedArrivals = await record(deps, received, clock.now());
        postCommit.publish(changes);
        const count = (wanted: ArrivalOutcome['kind']) =>
          outcomes.filter((outcome) => outcome?.kind === wanted).length;
        metrics.receptions(count('matched'), count('unmatched'));
        return outcomes;
      },
    });
  }

  async function receive(arrival: TimedArrival): Promise<ArrivalOutcome> {
    const received = await reader.add(arrival);
    // Stored, it would later be matched with a message that the account may not confirm.
    if (received.match === null && received.arrival.partnerIds) return { kind: 'unmatched' };
    for (let writer = isUsual(received) ? usual : careful; ; writer = careful) {
      const outcome = await writer.add(received);
      if (outcome !== null) return outcome;
      await clock.sleep(jittered(LOCKED_PAUSE_MS));
    }
  }

  return {
    receive(arrival) {
      const received = receive(arrival).finally(() => receiving.delete(received));
      receiving.add(received);
      return received;
    },
    async idle() {
      await Promise.allSettled(receiving);
    },
  };
}
