/**
 * Arrivals that were written down before they were handed over: in the transaction that takes them their reports end, so
 * that a process which dies in between, or two that work on one report, make one reception of it and not two.
 */
import type { Transaction } from '@textprobe/database/connection';
import { finishHandsetReports } from '@textprobe/database/handset-sources/handset-reports';
import type { TimedArrival } from './receive.ts';

/** Ends the reports of arrivals. @returns those whose report was not taken before; where none has one, the same list */
export async function endKeptReports<T extends TimedArrival>(
  tx: Transaction,
  arrivals: readonly T[],
  now: number,
): Promise<readonly T[]> {
  const reports = arrivals.flatMap(({ arrival }) => arrival.report ?? []);
  if (reports.length === 0) return arrivals;
  const open = await finishHandsetReports(tx, reports, now);
  // Each once, should one report be handed over twice at a time.
  return arrivals.filter(({ arrival }) => arrival.report === undefined || open.delete(arrival.report));
}
