/** Records receptions together, as the receiver does with a batch. */
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { WriteDeps } from '../kit/transact.ts';
import { readArrivals, type TimedArrival } from '../receive/match-arrivals.ts';
import { isUsual, type RecordedArrivals, recordCarefully, recordUsual } from '../receive/record-arrivals.ts';

/** Matches, stores and applies arrivals, all or none. */
export async function recordArrivals(
  deps: WriteDeps,
  messageCodes: MessageCodes,
  arrivals: readonly TimedArrival[],
  now: number,
): Promise<RecordedArrivals> {
  const received = await readArrivals(deps.db, messageCodes, arrivals, now);
  return (received.every(isUsual) ? recordUsual : recordCarefully)(deps, received, now);
}
