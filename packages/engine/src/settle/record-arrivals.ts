/**
 * Receptions: what handsets report is kept and folded into the messages that it is about. The usual reports are written by
 * one statement, all others in a transaction. What is about no message is kept as well and looked at again later (`parked.ts`).
 */
import type { Database } from '@textprobe/database/connection';
import { lockMessages } from '@textprobe/database/messages/message-ledgers';
import type { MessageCodes } from '@textprobe/database/messages/permuted-codes';
import type { DirectReception } from '@textprobe/database/receptions/direct-receptions';
import { insertReceptions } from '@textprobe/database/receptions/receptions';
import type { ArrivalOutcome } from '@textprobe/gateways/inbox-port';
import { isTransient, transact, type WriteDeps } from '../kit/transact.ts';
import { applyFactsToLocked, type Changes, distinctKeys } from './apply-facts.ts';
import { isUsualReception, receiveAllUsual } from './direct-receive.ts';
import { endKeptReports } from './kept-reports.ts';
import { type Received, readArrivals, type TimedArrival } from './receive.ts';

/** What became of reports, in their order, and what changed. Null: nothing yet, its message is locked by others. */
export interface RecordedArrivals {
  readonly outcomes: readonly (ArrivalOutcome | null)[];
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
 * Keeps and folds any reports in a transaction; those that were written down before, and taken before, are left out, and so
 * are those about one of several messages that others have locked.
 */
export function recordCarefully(
  deps: WriteDeps,
  received: readonly Received[],
  now: number,
): Promise<RecordedArrivals> {
  const keys = distinctKeys(received.flatMap(({ match }) => match ?? []));
  return transact(deps, async (tx) => {
    // Evidence of gateways may hold one of several messages and wait for another: see decision 0037.
    const wait = keys.length <= 1;
    const locked = await lockMessages(tx, keys, { wait });
    const free = new Set(locked.map(({ id }) => id));
    const isBusy = ({ match }: Received) => !wait && match !== null && !free.has(match.id);
    const taken = received.filter((one) => !isBusy(one));
    const fresh = new Set(await endKeptReports(tx, taken, now));
    const facts = [...fresh].flatMap(({ at, match, found }) =>
      match && found ? [{ key: match, fact: { kind: 'reception', at, ...found } as const }] : [],
    );
    const { statuses, ...changes } = await applyFactsToLocked(tx, locked, facts, now);
    await insertReceptions(
      tx,
      [...fresh].map(({ reception }) => reception),
    );
    const outcomes = received.map((one): ArrivalOutcome | null => {
      if (isBusy(one)) return null;
      if (!fresh.has(one)) return { kind: 'repeated' };
      const status = one.match === null ? undefined : statuses.get(one.match.id);
      return one.match === null || status === undefined
        ? { kind: 'unmatched' }
        : { kind: 'matched', testLogID: one.match.id, testActivityStatus: status };
    });
    return { outcomes, changes };
  });
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
