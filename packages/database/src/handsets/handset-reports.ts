/**
 * Reports of handset sources: stored before they are acknowledged, processed afterwards, and recognized when they are
 * sent again. Processing takes a report under a lease: if the process dies, another takes over.
 */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { HandsetSourceKind } from '../schema/column-types.ts';

export interface NewHandsetReport {
  /** SHA-256 of the id that the sender gave it. */
  readonly key: Buffer;
  readonly deviceId: string | null;
  readonly simSlot: number | null;
  /** JSON. */
  readonly report: string;
}

/** A report to process. */
export interface OpenHandsetReport {
  readonly id: number;
  readonly sourceId: string;
  readonly kind: HandsetSourceKind;
  /** The source's secret, sealed. */
  readonly secret: Buffer;
  /** When it arrived, epoch milliseconds. */
  readonly receivedAt: number;
  /** JSON. */
  readonly report: string;
  /** Including this one. */
  readonly tries: number;
}

/** A source that reports every second costs one more write a minute. */
const NOTE_EVERY_MS = 60_000;

/** Resolves once they are committed, with the use of the source; duplicates are left unchanged. */
export async function keepHandsetReports(
  db: Database,
  sourceId: string,
  reports: readonly NewHandsetReport[],
  now: number,
): Promise<void> {
  if (reports.length === 0) return;
  const rows = rowsAsTable('n', reports, {
    report_key: ['text', ({ key }) => key.toString('hex')],
    device_id: ['text', ({ deviceId }) => deviceId],
    sim_slot: ['int2', ({ simSlot }) => simSlot],
    report: ['text', ({ report }) => report],
  });
  await sql`
    with used as (
      update handset_sources set last_used_at = ${sqlTime(now)}
      where id = ${sourceId} and (last_used_at is null or last_used_at <= ${sqlTime(now - NOTE_EVERY_MS)}))
    insert into handset_reports (source_id, report_key, received_at, device_id, sim_slot, report, next_try_at)
    select ${sourceId}, decode(report_key, 'hex'), ${sqlTime(now)}, device_id, sim_slot, report, ${sqlTime(now)}
    from ${rows}
    on conflict (source_id, report_key) do nothing`.execute(db);
}

/** Takes due reports, oldest first, under a lease until `until` (epoch milliseconds). */
export async function takeHandsetReports(
  db: Database,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<OpenHandsetReport[]> {
  const { rows } = await sql<OpenHandsetReport>`
    with due as (
      select id from handset_reports
      where done_at is null and next_try_at <= ${sqlTime(now)}
      order by next_try_at, id limit ${sql.lit(limit)}
      for update skip locked),
    taken as (
      update handset_reports r set next_try_at = ${sqlTime(until)}, tries = tries + 1
      from due where r.id = due.id
      returning r.*)
    select t.id, t.source_id as "sourceId", s.kind, s.secret, t.received_at as "receivedAt", t.report, t.tries
    from taken t join handset_sources s on s.id = t.source_id
    order by t.id`.execute(db);
  return rows;
}

/** Reschedules a report (epoch milliseconds) and stores why it waits. */
export async function postponeHandsetReport(
  db: Database,
  id: number,
  { at, problem }: { at: number; problem: string },
): Promise<void> {
  await db
    .updateTable('handset_reports')
    .set({ next_try_at: sqlTime(at), problem })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute();
}

/** Ends a report that cannot be processed and stores why. */
export async function giveUpHandsetReport(
  db: Database,
  id: number,
  problem: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('handset_reports')
    .set({ done_at: sqlTime(now), report: null, next_try_at: null, problem })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .execute();
}

/**
 * Ends these reports in the transaction that writes their content, so that each is written once.
 * @returns those that were open; the others have been written before
 */
export async function finishHandsetReports(
  tx: Transaction,
  ids: readonly number[],
  now: number,
): Promise<Set<number>> {
  // Locked in a fixed order, so that two processes with the same reports wait instead of deadlocking.
  const { rows } = await sql<{ id: number }>`
    with open as (
      select id from handset_reports where id = any (${[...ids]}::int8[]) and done_at is null order by id for update)
    update handset_reports r set done_at = ${sqlTime(now)}, report = null, next_try_at = null, problem = null
    from open where r.id = open.id
    returning r.id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes ended reports that arrived before an instant (epoch milliseconds); returns the count. */
export async function sweepHandsetReports(db: Database, before: number): Promise<number> {
  const result = await sql`
    delete from handset_reports where received_at < ${sqlTime(before)} and done_at is not null`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
