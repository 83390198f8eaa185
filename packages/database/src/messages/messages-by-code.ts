/** Finds messages by the codes that handsets report. */
import { monthIndexOf, startOfMonth } from '@textprobe/domain/utc-month';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { arrayParameter } from '../core/rows-as-table.ts';
import type { MessageType } from '../schema/column-types.ts';
import { chunkOf } from './chunks.ts';
import { claimOfMessage } from './held-messages.ts';
import type { CodeOfMonth, MessageCodes } from './message-codes.ts';
import { type LockedMessage, lockedColumns, withPlace } from './message-ledgers.ts';
import type { MessageKey, MessageRow } from './message-row.ts';

/** A code that an arrival may contain. The smallest `preference` is the likeliest; the month selects the partition. */
export interface CodeCandidate extends CodeOfMonth {
  readonly arrival: number;
  readonly preference: number;
  /** Only this phone's messages; null: any phone's. */
  readonly phoneId: number | null;
  /** Only messages of these partners; null: of any. */
  readonly partnerIds: readonly number[] | null;
}

/** A message with a candidate's code. `body` has its placeholders filled and excludes the code. */
export interface CodeMatch extends MessageKey {
  /** As read, not locked. */
  readonly row: LockedMessage;
  readonly arrival: number;
  readonly preference: number;
  readonly code: string;
  readonly body: string;
  /** The sender's number. */
  readonly sender: string;
  readonly messageType: MessageType;
}

/** A possible match for a candidate: the message with the id in the code. */
type FoundRow = LockedMessage & Pick<MessageRow, 'phone_id'> & { readonly body: string };

/** For each arrival the message of its likeliest existing code; arrivals without one are left out. */
export async function findMessagesByCode(
  db: Database,
  codes: MessageCodes,
  candidates: readonly CodeCandidate[],
): Promise<CodeMatch[]> {
  if (candidates.length === 0) return [];
  const ids = codes.idsOf(candidates);
  const lookups = candidates.map((candidate, index) => ({ candidate, id: ids[index] as number }));
  return likeliest(lookups, await readRows(db, byId(lookups)));
}

/** A candidate and the id in its code. */
interface Lookup {
  readonly candidate: CodeCandidate;
  readonly id: number;
}

/**
 * For each arrival the likeliest candidate with a row. Checks month, phone and partner here, because a join with the candidates
 * would cost twice as much.
 */
function likeliest(lookups: readonly Lookup[], rows: readonly FoundRow[]): CodeMatch[] {
  const matches = new Map<number, CodeMatch>();
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { candidate, id } of lookups) {
    const { arrival, preference } = candidate;
    if (preference >= (matches.get(arrival)?.preference ?? Infinity)) continue;
    const row = ifMeant(found.get(id), candidate);
    if (row !== undefined) matches.set(arrival, matchOf(row, candidate));
  }
  return [...matches.values()];
}

function ifMeant(
  row: FoundRow | undefined,
  { monthIndex, phoneId, partnerIds }: CodeCandidate,
): FoundRow | undefined {
  return row !== undefined &&
    monthIndexOf(row.created_at) === monthIndex &&
    (phoneId === null || row.phone_id === phoneId) &&
    (partnerIds === null || partnerIds.includes(row.partner_id))
    ? row
    : undefined;
}

function matchOf(row: FoundRow, { arrival, preference, code }: CodeCandidate): CodeMatch {
  const { id, created_at: createdAt, body, sender, message_type: messageType } = row;
  return { arrival, preference, code, id, createdAt, body, sender, messageType, row };
}

/** All possible rows. @param possible messages `m` with their locations, as a table expression */
async function readRows(db: Database, possible: RawBuilder<unknown>): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select ${lockedColumns}, m.phone_id, coalesce(m.filled_body, t.body) as body
    from ${possible} m
    join tests t on t.id = m.test_id
    left join lateral ${claimOfMessage} c on true
    order by m.created_at`.execute(db);
  return rows;
}

/** Looks up each id's chunk in the same statement, without a separate round trip. */
function byId(lookups: readonly Lookup[]): RawBuilder<unknown> {
  const ids = [...new Set(lookups.map(({ id }) => id))].sort((a, b) => a - b);
  return sql`(
    select m.* from unnest(${arrayParameter('int8', ids)}) k (id)
    cross join lateral ${chunkOf(sql`k.id`)} chunk
    cross join lateral (
      select ${withPlace} from messages m
      where m.created_at = chunk.created_at and m.id = k.id and ${withinMonths(lookups)} offset 0) m)`;
}

/**
 * All their months: lets the planner exclude other partitions, which halves the cost. Split in two conditions, because
 * one range would invite an index scan of a whole month by (created_at, id) while statistics lag.
 */
function withinMonths(lookups: readonly Lookup[]) {
  let first = Infinity;
  let last = -Infinity;
  for (const { candidate } of lookups) {
    const { monthIndex } = candidate;
    if (monthIndex < first) first = monthIndex;
    if (monthIndex > last) last = monthIndex;
  }
  const [from, before] = [startOfMonth(first), startOfMonth(last + 1)];
  const [start, middle, end] = [sqlTime(from), sqlTime((from + before) / 2), sqlTime(before)];
  return sql<boolean>`(m.created_at >= ${start} and m.created_at < ${middle} or m.created_at >= ${middle} and m.created_at < ${end})`;
}
