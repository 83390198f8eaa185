/** Receptions recorded together, as the receiver records what comes at one time. */
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { WriteDeps } from '../kit/transact.ts';
import { readArrivals, type TimedArrival } from '../receive/match-arrivals.ts';
import { isUsual, type RecordedArrivals, recordCarefully, recordUsual } from '../receive/record-arrivals.ts';

/** Matches, keeps and folds arrivals, all or none. */
export async function recordArrivals(
  deps: WriteDeps,
  messageCodes: MessageCodes,
  arrivals: readonly TimedArrival[],
  now: number,
): Promise<RecordedArrivals> {
  const received = await readArrivals(deps.db, messageCodes, arrivals, now);
  return (received.every(isUsual) ? recordUsual : recordCarefully)(deps, received, now);
}
