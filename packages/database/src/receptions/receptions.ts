/** Handset reports: every report with its text as it arrived, matched or unmatched. */
import type { Comparison, SenderComparison } from '@textprobe/domain/comparison-classes';
import type { FileFinding } from '@textprobe/domain/file-classes';
import type { IgnoredField } from '@textprobe/domain/ignored-field';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { keepReportedMedia } from '../media/media-files.ts';
import type { MessageKey } from '../messages/message-row.ts';
import { lockUnmatched, type UnmatchedQuery, unmatchedIn } from '../receipts/unmatched-spans.ts';
import type { Schema } from '../schema/schema.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';

export type ReceptionRow = Selectable<Schema['receptions']>;

/** A report. `at` is when it reached us, `statedAt` what the sender says; both epoch milliseconds. */
export interface NewReception {
  readonly at: number;
  readonly inbox: string;
  readonly phoneId: number | null;
  /** The account whose console session reported it; null: no user did. */
  readonly accountId: number | null;
  /** See `reporterOf`. */
  readonly reporter: string | null;
  /** The matched code, or else the likeliest one; null if the report contains none. */
  readonly code: string | null;
  readonly text: string | null;
  readonly sender: string | null;
  /** Ids of the files that came with it. */
  readonly media: readonly string[];
  readonly statedAt: number | null;
  readonly statedClock: string | null;
  /** Null: unmatched. */
  readonly message: MessageKey | null;
  readonly comparison: Comparison | null;
  /** Null: no text was reported, or it is unmatched. */
  readonly senderComparison: SenderComparison | null;
  /** `not told`: its files were not reported, or could not all be fetched. Null: it has none, or they are compared later. */
  readonly fileFinding: FileFinding | null;
  /** For an MMS: its files are to be compared with those that were sent. */
  readonly filesToCompare: boolean;
  /** The fields of the report that could not be read or were cut. */
  readonly ignored: readonly IgnoredField[];
}

export async function insertReceptions(tx: Transaction, receptions: readonly NewReception[]): Promise<void> {
  if (receptions.length === 0) return;
  const rows = rowsAsTable('n', receptions, {
    received_at: ['instant', (reception) => reception.at],
    inbox: ['text', (reception) => reception.inbox],
    phone_id: ['int4', (reception) => reception.phoneId],
    account_id: ['int4', (reception) => reception.accountId],
    reporter: ['text', (reception) => reception.reporter],
    code: ['text', (reception) => reception.code],
    text: ['text', (reception) => reception.text],
    sender: ['text', (reception) => reception.sender],
    stated_at: ['instant', (reception) => reception.statedAt],
    stated_clock: ['text', (reception) => reception.statedClock],
    message_id: ['int8', (reception) => reception.message?.id ?? null],
    message_created_at: ['instant', (reception) => reception.message?.createdAt ?? null],
    comparison: ['text', (reception) => reception.comparison],
    sender_comparison: ['text', (reception) => reception.senderComparison],
    file_finding: ['text', (reception) => reception.fileFinding],
    media: ['text', (reception) => JSON.stringify(reception.media)],
    files_to_compare: ['bool', (reception) => reception.filesToCompare],
    ignored_fields: ['text', (reception) => JSON.stringify(reception.ignored)],
  });
  await sql`
    insert into receptions (received_at, inbox, phone_id, account_id, reporter, code, text, sender, stated_at, stated_clock, message_id,
      message_created_at, comparison, sender_comparison, file_finding, media, files_to_compare, ignored_fields)
    select received_at, inbox, phone_id, account_id, reporter, code, text, sender, stated_at, stated_clock, message_id, message_created_at,
      comparison, sender_comparison, file_finding, media::jsonb, files_to_compare, ignored_fields::jsonb
    from ${rows}`.execute(tx);
  await keepReportedMedia(
    tx,
    receptions.flatMap(({ media }) => media),
  );
}

/**
 * All reports about messages, by message id, earliest first.
 * @param since none of the messages was received before this instant, epoch milliseconds: excludes older partitions
 */
export async function listReceptions(
  db: Database,
  messageIds: readonly number[],
  since = 0,
): Promise<Map<number, ReceptionRow[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('receptions')
    .selectAll()
    .where(sql<boolean>`message_id = any (${messageIds}::int8[])`)
    .where('received_at', '>=', sqlTime(since))
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.message_id as number);
}

/** A report that waits for its message. */
export type UnmatchedReception = Pick<
  ReceptionRow,
  'id' | 'received_at' | 'phone_id' | 'code' | 'text' | 'sender' | 'file_finding'
>;

/** A report that may be a part of a message that its phone reported in parts. */
export type PossiblePart = UnmatchedReception & Pick<ReceptionRow, 'message_id' | 'part'> & { text: string };

/** Limit per phone and window of time, for phones that receive a flood of texts. */
const MAX_POSSIBLE_PARTS = 200;

/**
 * What the phones of these reports reported around the same time, themselves included: unmatched texts, and texts matched
 * with a message of which they may be a part.
 * @param withinMs at least how long before and after, in milliseconds
 */
export async function readPossibleParts(
  tx: Transaction,
  unmatched: readonly UnmatchedReception[],
  withinMs: number,
): Promise<PossiblePart[]> {
  if (unmatched.length === 0) return [];
  // One window for reports that arrived together, so that a flood is read once.
  const windows = new Map(
    unmatched.map(({ phone_id: phone, received_at: at }) => {
      const slot = Math.floor(at / withinMs);
      return [`${phone} ${slot}`, { phone, slot }];
    }),
  );
  const rows = rowsAsTable('k', [...windows.values()], {
    phone_id: ['int4', ({ phone }) => phone],
    from_at: ['instant', ({ slot }) => (slot - 1) * withinMs],
    until_at: ['instant', ({ slot }) => (slot + 2) * withinMs],
  });
  const oldest = unmatched.reduce((earliest, { received_at: at }) => Math.min(earliest, at), Infinity);
  const found = await sql<PossiblePart>`
    select distinct r.id, r.received_at, r.phone_id, r.code, r.text, r.sender, r.file_finding, r.message_id, r.part
    from ${rows} cross join lateral (
      select * from receptions r
      where r.phone_id = k.phone_id and r.received_at between k.from_at and k.until_at
        and r.received_at >= ${sqlTime(oldest - 2 * withinMs)}
        and (r.message_id is null or r.comparison in ('unknown', 'joined wrongly'))
        and r.text is not null and r.media = '[]'
      order by r.received_at desc limit ${sql.lit(MAX_POSSIBLE_PARTS)}) r
    order by r.received_at, r.id`.execute(tx);
  return found.rows;
}

/** Unmatched reports, newest first. */
export async function readUnmatchedReceptions(
  tx: Transaction,
  of: UnmatchedQuery,
): Promise<UnmatchedReception[]> {
  const { rows } = await sql<UnmatchedReception>`
    select id, received_at, phone_id, code, text, sender, file_finding
    from ${unmatchedIn('receptions', of, isNotSetAside('reception', sql`u.id`, of.now))} u
    order by received_at desc`.execute(tx);
  return rows;
}

/** Locks reports that are still unmatched. @returns their ids; those locked by other processes are left out */
export function lockUnmatchedReceptions(
  tx: Transaction,
  receptions: readonly UnmatchedReception[],
): Promise<Set<number>> {
  return lockUnmatched(tx, 'receptions', receptions, (reception) => reception.received_at);
}

/** Stores the messages of reports that have been matched, and their places among parts reported separately. */
export async function markReceptionsMatched(
  tx: Transaction,
  matched: readonly {
    reception: UnmatchedReception;
    code: string;
    message: MessageKey;
    comparison: Comparison;
    senderComparison: SenderComparison | null;
    fileFinding: FileFinding | null;
    filesToCompare: boolean;
    part: number | null;
  }[],
): Promise<void> {
  if (matched.length === 0) return;
  const rows = rowsAsTable('k', matched, {
    id: ['int8', ({ reception }) => reception.id],
    received_at: ['instant', ({ reception }) => reception.received_at],
    code: ['text', ({ code }) => code],
    message_id: ['int8', ({ message }) => message.id],
    message_created_at: ['instant', ({ message }) => message.createdAt],
    comparison: ['text', ({ comparison }) => comparison],
    sender_comparison: ['text', ({ senderComparison }) => senderComparison],
    file_finding: ['text', ({ fileFinding }) => fileFinding],
    files_to_compare: ['bool', ({ filesToCompare }) => filesToCompare],
    part: ['int2', ({ part }) => part],
  });
  await sql`
    update receptions r set code = k.code, message_id = k.message_id, message_created_at = k.message_created_at,
      comparison = k.comparison, sender_comparison = k.sender_comparison, file_finding = k.file_finding,
      files_to_compare = k.files_to_compare, part = k.part
    from ${rows} where r.id = k.id and r.received_at = k.received_at`.execute(tx);
}
