/**
 * Arrivals that were written down before they were handed over: in the transaction that takes them their reports end, so
 * that a process which dies in between, or two that work on one report, make one reception of it and not two.
 */
import type { Transaction } from '@textprobe/database/connection';
import type { MessageCodes } from '@textprobe/database/messages/permuted-codes';
import { finishHandsetReports } from '@textprobe/database/handset-sources/handset-reports';
import type { ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import type { Changes } from './apply-facts.ts';
import { recordArrivals, type TimedArrival } from './receive.ts';

/** As `recordArrivals`; arrivals whose report was taken before are left out. */
export async function recordKeptArrivals(
  tx: Transaction,
  messageCodes: MessageCodes,
  arrivals: readonly TimedArrival[],
  now: number,
): Promise<{ outcomes: ArrivalOutcome[]; changes: Changes }> {
  const reports = arrivals.flatMap(({ arrival }) => arrival.report ?? []);
  if (reports.length === 0) return recordArrivals(tx, messageCodes, arrivals, now);
  const open = await finishHandsetReports(tx, reports, now);
  // Each once, should one report be handed over twice at a time.
  const fresh = arrivals.filter(({ arrival }) => arrival.report === undefined || open.delete(arrival.report));
  const { outcomes, changes } = await recordArrivals(tx, messageCodes, fresh, now);
  const byArrival = new Map(fresh.map((one, index) => [one, outcomes[index]]));
  return { outcomes: arrivals.map((one) => byArrival.get(one) ?? { kind: 'repeated' }), changes };
}
