/**
 * Receptions: what handsets report is kept and folded into the messages that it is about. The usual reports are written by
 * one statement, all others in a transaction. What is about no message is kept as well and looked at again later (`parked.ts`).
 */
import type { Database, Transaction } from '@textprobe/database/connection';
import type { MessageCodes } from '@textprobe/database/messages/permuted-codes';
import type { DirectReception } from '@textprobe/database/receptions/direct-receptions';
import { insertReceptions } from '@textprobe/database/receptions/receptions';
import type { ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import { isTransient, transact, type WriteDeps } from '../kit/transact.ts';
import { applyFacts, type Changes } from './apply-facts.ts';
import { isUsualReception, receiveAllUsual } from './direct-receive.ts';
import { endKeptReports } from './kept-reports.ts';
import { type Received, readArrivals, type TimedArrival } from './receive.ts';

/** What became of reports, in their order, and what changed. */
export interface RecordedArrivals {
  readonly outcomes: readonly ArrivalOutcome[];
  readonly changes: Pick<Changes, 'testIds' | 'settledRunIds'>;
}

/** Matches, keeps and folds arrivals, all or none. */
export async function recordArrivals(
  deps: WriteDeps,
  messageCodes: MessageCodes,
  arrivals: readonly TimedArrival[],
  now: number,
): Promise<RecordedArrivals> {
  const received = await readArrivals(deps.db, messageCodes, arrivals, now);
  if (received.length > 0 && received.every(isUsual)) return recordUsual(deps, received, now);
  return recordCarefully(deps, received, now);
}

/** Whether a report may be written by itself: an SMS that arrives as it was sent, and that was not written down before. */
export function isUsual({ arrival, match, reception }: Received): boolean {
  return arrival.report === undefined && match !== null && isUsualReception({ row: match.row, reception });
}

/** Keeps and folds usual reports. Where one turns out not to be, all are recorded carefully. */
export async function recordUsual(
  deps: WriteDeps & { readonly keyed?: Database },
  received: readonly Received[],
  now: number,
): Promise<RecordedArrivals> {
  const { usual, others } = pickUsual(received);
  const changes = others.length > 0 ? null : await tryAllUsual(deps.keyed ?? deps.db, usual, now);
  if (changes === null) return recordCarefully(deps, received, now);
  const outcomes = usual.map(
    ({ row: { id } }): ArrivalOutcome => ({
      kind: 'matched',
      testLogID: id,
      testActivityStatus: 'RECEIVED',
    }),
  );
  return { outcomes, changes };
}

async function tryAllUsual(
  db: Database,
  usual: readonly DirectReception[],
  now: number,
): ReturnType<typeof receiveAllUsual> {
  try {
    return await receiveAllUsual(db, usual, now);
  } catch (error) {
    if (isTransient(error)) return null;
    throw error;
  }
}

/**
 * Keeps and folds any reports in a transaction; those that were written down before, and taken before, are left out.
 * @throws Error that `isContended` where messages of several stay locked by others: each by itself is then waited for
 */
export function recordCarefully(
  deps: WriteDeps,
  received: readonly Received[],
  now: number,
): Promise<RecordedArrivals> {
  return transact(deps, async (tx) => {
    const fresh = await endKeptReports(tx, received, now);
    const { outcomes, changes } = await recordFresh(tx, fresh, now);
    if (fresh === received) return { outcomes, changes };
    const byReport = new Map(fresh.map((one, index) => [one, outcomes[index]]));
    return { outcomes: received.map((one) => byReport.get(one) ?? { kind: 'repeated' }), changes };
  });
}

async function recordFresh(
  tx: Transaction,
  received: readonly Received[],
  now: number,
): Promise<RecordedArrivals> {
  const facts = received.flatMap(({ at, match, found }) =>
    match && found ? [{ key: match, fact: { kind: 'reception', at, ...found } as const }] : [],
  );
  // Evidence of gateways may hold one of several messages and wait for another: see decision 0037.
  const wait = new Set(facts.map(({ key }) => key.id)).size <= 1;
  const { statuses, ...changes } = await applyFacts(tx, facts, now, { wait });
  await insertReceptions(
    tx,
    received.map(({ reception }) => reception),
  );
  const outcomes = received.map(({ match }): ArrivalOutcome => {
    const status = match === null ? undefined : statuses.get(match.id);
    return match === null || status === undefined
      ? { kind: 'unmatched' }
      : { kind: 'matched', testLogID: match.id, testActivityStatus: status };
  });
  return { outcomes, changes };
}

/** The usual reports, each the only one about its message in the batch; and all others, in their order. */
function pickUsual(received: readonly Received[]): { usual: DirectReception[]; others: Received[] } {
  const times = new Map<number, number>();
  for (const { match } of received) if (match !== null) times.set(match.id, (times.get(match.id) ?? 0) + 1);
  const usual: DirectReception[] = [];
  const others: Received[] = [];
  for (const one of received) {
    const direct = one.match && { row: one.match.row, reception: one.reception };
    if (direct !== null && times.get(direct.row.id) === 1 && isUsualReception(direct)) usual.push(direct);
    else others.push(one);
  }
  return { usual, others };
}
