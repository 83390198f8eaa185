/** Messages in chunks, as runs create them, for tests that look them up. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { insertChunks } from '../messages/chunks.ts';

/** A chunk to insert; instants are epoch milliseconds. */
export interface PlacedChunk {
  readonly testId: number;
  readonly runId: number;
  readonly createdAt: number;
  readonly firstId: number;
  readonly count: number;
}

/** A run to insert; `closedAt` null: still open. */
export interface PlacedRun {
  readonly id: number;
  readonly testId: number;
  readonly createdAt: number;
  readonly closedAt: number | null;
}

/** Replaces all tests by these ids, each with its runs. */
export async function placeRuns(
  db: Database,
  testIds: readonly number[],
  runs: readonly PlacedRun[],
): Promise<void> {
  await sql`truncate tests, runs, messages, chunks, message_days cascade`.execute(db);
  await sql`
    insert into tests (id, test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids, created_at, updated_at)
    select id, 'IMMEDIATE', 'SMS', 'Hello', '{}', '{}', '{}', '{}', now(), now() from unnest(${testIds}::int4[]) id`.execute(
    db,
  );
  const rows = rowsAsTable('r', runs, {
    id: ['int8', ({ id }) => id],
    test_id: ['int4', ({ testId }) => testId],
    created_at: ['instant', ({ createdAt }) => createdAt],
    closed_at: ['instant', ({ closedAt }) => closedAt],
  });
  await sql`
    insert into runs (id, test_id, due_at, created_at, closed_at, deadline_ms, message_total, messages_created)
    select id, test_id, to_timestamp(id), created_at, closed_at, 1000, 1, 1 from ${rows}`.execute(db);
}

/** Inserts the messages of these chunks; the carrier refused every third. */
export async function placeMessages(db: Database, chunks: readonly PlacedChunk[]): Promise<void> {
  const rows = rowsAsTable('c', chunks, {
    run_id: ['int8', ({ runId }) => runId],
    test_id: ['int4', ({ testId }) => testId],
    created_at: ['instant', ({ createdAt }) => createdAt],
    first_id: ['int8', ({ firstId }) => firstId],
    count: ['int4', ({ count }) => count],
  });
  await sql`
    insert into messages (id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, sender, recipient, deadline_ms, deadline_at, expires_at, submission_state, status, mark_status,
      settled_at)
    select id, c.created_at, run_id, test_id, 1, 1, 1, 1, 'SMS', 'IMMEDIATE', 'AT&T', 'handset', '+12025550100', '+12025550200',
      1000, c.created_at, c.created_at, case when refused then 4 else 5 end, case when refused then 3 else 5 end,
      case when refused then 3 end, c.created_at
    from ${rows} cross join lateral (
      select id, id % 3 = 0 as refused from generate_series(first_id, first_id + c.count - 1) id) m`.execute(
    db,
  );
  const shared = { gatewayId: 1, partnerId: 1, deadlineMs: 1_000, attempts: 0 };
  await db.transaction().execute((tx) =>
    insertChunks(
      tx,
      chunks.map((chunk) => ({ ...shared, ...chunk, expiresAt: chunk.createdAt, dueAt: chunk.createdAt })),
      { origin: true },
    ),
  );
  await sql`update chunks set waiting = false, next_id = first_id + count where origin`.execute(db);
}
