/** Finds messages by the codes that handsets return. */
import { monthIndexOf, startOfMonth } from '@textprobe/domain/utc-month';
import { sql } from 'kysely';
import { arrayParameter } from '../array-parameters.ts';
import type { MessageType } from '../column-types.ts';
import { sqlTime, type Transaction } from '../connection.ts';
import { rowsAsTable } from '../rows-as-table.ts';
import { isChunkIndexComplete, locateIds } from './chunk-index.ts';
import { claimOfMessage } from './held-messages.ts';
import { type LockedMessage, lockedColumns, withPlace } from './message-ledgers.ts';
import type { MessageKey, MessageRow } from './message-row.ts';
import type { CodeOfMonth, MessageCodes } from './permuted-codes.ts';

/** A code that an arrival may mean. The smallest `preference` is the likeliest; the month leads to one partition. */
export interface CodeCandidate extends CodeOfMonth {
  readonly arrival: number;
  readonly preference: number;
  /** Only this phone's messages; null: any phone's. */
  readonly phoneId: number | null;
}

/** A message that bears a candidate's code. `body` has its placeholders filled and is without the code. */
export interface CodeMatch extends MessageKey {
  /** As it was read: it is not locked. */
  readonly row: LockedMessage;
  readonly arrival: number;
  readonly preference: number;
  readonly code: string;
  readonly body: string;
  /** The number it was sent from. */
  readonly sender: string;
  readonly messageType: MessageType;
}

/** A message that one of the candidates may mean: it has its code, or the id that its code stands for. */
type FoundRow = LockedMessage & Pick<MessageRow, 'code' | 'phone_id' | 'sender'> & { readonly body: string };

/** For each arrival the message of its likeliest code that exists; arrivals without any are left out. */
export async function findMessagesByCode(
  tx: Transaction,
  codes: MessageCodes,
  candidates: readonly CodeCandidate[],
): Promise<CodeMatch[]> {
  if (candidates.length === 0) return [];
  const ids = codes.idsOf(candidates);
  const found = await readPossible(tx, candidates, ids);
  const matches = new Map<number, CodeMatch>();
  candidates.forEach((candidate, index) => {
    const { arrival, preference, code } = candidate;
    const better = matches.get(arrival);
    if (better !== undefined && better.preference <= preference) return;
    const row = found.ofCode(candidate) ?? found.ofId(candidate, ids[index] as number);
    if (row === undefined) return;
    const { id, created_at: createdAt, body, sender, message_type: messageType } = row;
    matches.set(arrival, { arrival, preference, code, id, createdAt, body, sender, messageType, row });
  });
  return [...matches.values()];
}

/**
 * All rows that may be meant. A join with the candidates would do the same at twice the cost; so what a candidate says of
 * month and phone is looked at here.
 */
async function readPossible(tx: Transaction, candidates: readonly CodeCandidate[], ids: readonly number[]) {
  const possible = (await isChunkIndexComplete(tx))
    ? await byChunk(tx, candidates, ids)
    : byIndexes(candidates, ids);
  const { rows } = await sql<FoundRow>`
    select ${lockedColumns}, m.code, m.phone_id, coalesce(m.filled_body, t.body) as body, m.sender
    from ${possible} m
    join tests t on t.id = m.test_id
    left join lateral ${claimOfMessage} c on true
    order by m.created_at`.execute(tx);
  const byCode = new Map(rows.flatMap((row) => (row.code === null ? [] : [[row.code, row] as const])));
  const byId = new Map(rows.flatMap((row) => (row.code === null ? [[row.id, row] as const] : [])));
  const ifMeant = (row: FoundRow | undefined, { monthIndex, phoneId }: CodeCandidate) =>
    row !== undefined &&
    monthIndexOf(row.created_at) === monthIndex &&
    (phoneId === null || row.phone_id === phoneId)
      ? row
      : undefined;
  return {
    ofCode: (candidate: CodeCandidate) => ifMeant(byCode.get(candidate.code), candidate),
    // A row that has a stored code is in none of them by its id: that code alone names it.
    ofId: (candidate: CodeCandidate, id: number) => ifMeant(byId.get(id), candidate),
  };
}

/** Ids by their chunks, stored codes by their index, which is empty for messages whose codes are computed. */
async function byChunk(tx: Transaction, candidates: readonly CodeCandidate[], ids: readonly number[]) {
  const months = withinMonths(candidates);
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  const located = rowsAsTable('k', await locateIds(tx, sorted), {
    created_at: ['instant', ({ createdAt }) => createdAt],
    // Arrays count from 1 there, and have their end within.
    first: ['int4', ({ from }) => from + 1],
    last: ['int4', ({ to }) => to],
  });
  return sql`(
    select m.* from ${located} cross join lateral (
      select ${withPlace} from messages m
      where m.created_at = k.created_at and m.id = any ((${arrayParameter('int8', sorted)})[k.first:k.last])
        and m.code is null and ${months} offset 0) m
    union all
    select ${withPlace} from messages m where m.code = any (${codesOf(candidates)}) and ${months})`;
}

/** While an earlier installation is carried over: by both indexes in one visit to the table. */
function byIndexes(candidates: readonly CodeCandidate[], ids: readonly number[]) {
  return sql`(
    select ${withPlace} from messages m
    where (m.id = any (${arrayParameter('int8', ids)}) or m.code = any (${codesOf(candidates)}))
      and ${withinMonths(candidates)})`;
}

function codesOf(candidates: readonly CodeCandidate[]) {
  return arrayParameter(
    'text',
    candidates.map(({ code }) => code),
  );
}

/**
 * All their months: the planner leaves out other partitions, which is half of what it costs. Cut in two, as one range would
 * invite it to walk the index by (created_at, id), a whole month of it where statistics lag behind.
 */
function withinMonths(candidates: readonly CodeCandidate[]) {
  let first = Infinity;
  let last = -Infinity;
  for (const { monthIndex } of candidates) {
    if (monthIndex < first) first = monthIndex;
    if (monthIndex > last) last = monthIndex;
  }
  const [from, before] = [startOfMonth(first), startOfMonth(last + 1)];
  const [start, middle, end] = [sqlTime(from), sqlTime((from + before) / 2), sqlTime(before)];
  return sql<boolean>`(m.created_at >= ${start} and m.created_at < ${middle} or m.created_at >= ${middle} and m.created_at < ${end})`;
}
