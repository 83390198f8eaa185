/** Inserts messages directly into the tables, in every state that a report must show. */
import { type Database, sqlTime } from '@textprobe/database/core/connection';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { insertRun } from '@textprobe/database/runs/runs';
import type { Schema } from '@textprobe/database/schema/schema';
import { completePlacedMessages } from '@textprobe/database/testing/placed-messages';
import { insertTest } from '@textprobe/database/tests/tests';
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql, type UpdateObject } from 'kysely';

/** A test of one office and one phone, with its run. */
export async function makeTest(db: Database, now: number): Promise<{ testId: number; runId: number }> {
  return db.transaction().execute(async (tx) => {
    const test = await insertTest(tx, {
      testType: 'IMMEDIATE',
      messageType: 'SMS',
      body: 'Hello',
      partnerIds: [1],
      clientIds: [1],
      officeIds: [1],
      phoneIds: [1],
      pairs: null,
      recurrenceRule: {},
      scheduledAt: null,
      savedBy: null,
      now,
    });
    const runId = await insertRun(tx, { testId: test.id, dueAt: now, deadlineMs: 60_000, now });
    if (runId === null) throw new Error('the run already exists');
    return { testId: test.id, runId };
  });
}

/** A test with one message of each outcome, created `apartMs` apart; returns their ids in that order. */
export async function makeMessages(
  db: Database,
  now: number,
  outcomes: readonly Parameters<typeof makeMessage>[2][],
  apartMs = 0,
): Promise<{ testId: number; runId: number; ids: number[] }> {
  const made = await makeTest(db, now);
  const ids: number[] = [];
  for (const [index, outcome] of outcomes.entries())
    ids.push((await makeMessage(db, { ...made, at: now + index * apartMs }, outcome)).id);
  return { ...made, ids };
}

/** The references that all these messages share. */
export function placeOf({ testId, runId }: { testId: number; runId: number }) {
  return { run_id: runId, test_id: testId, office_id: 1, partner_id: 1, phone_id: 1, gateway_id: 1 };
}

/** Sets a test to a state that only a worker reaches otherwise. */
export async function changeTest(
  db: Database,
  testId: number,
  changes: UpdateObject<Schema, 'tests'>,
): Promise<void> {
  await db.updateTable('tests').set(changes).where('id', '=', testId).execute();
}

/** What differs from {@link placeOf} and from an SMS with the text of its test. */
interface Place {
  readonly office_id: number;
  readonly partner_id: number;
  readonly phone_id: number;
  readonly message_type?: 'SMS' | 'MMS';
  readonly filled_body?: string;
}

/** If sent, 1 s after `at`; if received, 2.5 s after that. */
export async function makeMessage(
  db: Database,
  of: { testId: number; runId: number; at: number; place?: Place },
  outcome:
    | 'pending'
    | 'sent'
    | 'received'
    | 'receipt only'
    | 'carrier confirmed'
    | 'rejected'
    | 'unknown'
    | 'handset offline'
    | 'not sent',
): Promise<{ id: number; code: string }> {
  const sentAt = of.at + 1_000;
  const sent = outcome !== 'pending' && outcome !== 'not sent';
  const delivered = outcome === 'receipt only' || outcome === 'carrier confirmed' || outcome === 'received';
  const state =
    ({ pending: 'waiting', rejected: 'rejected', unknown: 'unknown', 'not sent': 'expired' } as const)[
      outcome as 'pending'
    ] ?? 'accepted';
  const status = {
    pending: 'PENDING',
    sent: 'SENT',
    received: 'RECEIVED',
    'receipt only': 'DELIVERED',
    'carrier confirmed': 'DELIVERED',
    rejected: 'FAILED',
    unknown: 'UNKNOWN',
    'handset offline': 'UNKNOWN',
    'not sent': 'FAILED',
  } as const;
  const row = await db
    .insertInto('messages')
    .values({
      created_at: sqlTime(of.at),
      ...placeOf(of),
      message_type: 'SMS',
      test_type: 'IMMEDIATE',
      carrier: 'AT&T',
      evidence: outcome === 'carrier confirmed' ? 'receipt' : 'handset',
      sender: '+12025550100',
      recipient: '+12025550200',
      filled_body: null,
      ...of.place,
      submission_state: submissionStateRank(state),
      submitted_at: sqlTime(sent ? sentAt : null),
      submission_error: outcome === 'rejected' ? 'Invalid destination address' : null,
      receipt_state: receiptStateRank(delivered ? 'delivered' : 'none'),
      receipt_at: sqlTime(delivered ? sentAt + 2_000 : null),
      received_at: sqlTime(outcome === 'received' ? sentAt + 2_500 : null),
      comparison: outcome === 'received' ? 'identical' : null,
      deadline_ms: 60_000,
      deadline_at: sqlTime(of.at + 60_000),
      expires_at: sqlTime(of.at + 60_000),
      deadline_passed: ['receipt only', 'unknown', 'handset offline', 'not sent'].includes(outcome),
      handset_offline: outcome === 'handset offline',
      handset_heard_at: sqlTime(outcome === 'handset offline' ? of.at - 3_600_000 : null),
      status: messageStatusRank(status[outcome]),
      settled_at: sqlTime(outcome === 'pending' || outcome === 'sent' ? null : sentAt + 3_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await completePlacedMessages(db);
  const [code = ''] = (await openMessageCodes(db)).codesOf([{ id: row.id, createdAt: of.at }]);
  if (outcome === 'received')
    await makeReception(db, {
      ...row,
      at: of.at,
      code,
      receivedAt: sentAt + 2_500,
      phoneId: of.place?.phone_id,
    });
  return { id: row.id, code };
}

/** Copies the only message of a test a given number of times. */
export async function repeatMessages(db: Database, testId: number, times: number): Promise<void> {
  await repeatRow(db, 'messages', { column: 'test_id', value: testId }, times);
  await completePlacedMessages(db);
}

/** Copies the only row with this value a given number of times, under new ids. */
export async function repeatRow(
  db: Database,
  table: 'messages' | 'tests',
  { column, value }: { column: string; value: number },
  times: number,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER' and column_name <> 'id'`.execute(db);
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from ${sql.table(table)}, generate_series(1, ${times}) where ${sql.ref(column)} = ${value}`.execute(
    db,
  );
}

async function makeReception(
  db: Database,
  of: { id: number; at: number; code: string; receivedAt: number; phoneId: number | undefined },
): Promise<void> {
  await db
    .insertInto('receptions')
    .values({
      received_at: sqlTime(of.receivedAt),
      inbox: 'native',
      phone_id: of.phoneId ?? 1,
      code: of.code,
      text: `Hello #${of.code}`,
      stated_at: sqlTime(of.receivedAt - 500),
      stated_clock: 'handset',
      message_id: of.id,
      message_created_at: sqlTime(of.at),
      comparison: 'identical',
    })
    .execute();
}
