/** Converts tests to their wire format (DATA-1). */
import { NAMES_OF_TEST, type Test } from '@textprobe/contract/tests';
import type { Database } from '@textprobe/database/core/connection';
import { type DirectoryNames, findNames } from '@textprobe/database/directory/directory';
import { listTestMedia } from '@textprobe/database/media/media-files';
import { findLatestRuns, findRecentRuns, type LatestRun } from '@textprobe/database/runs/run-list';
import type { Scope } from '@textprobe/database/scope/scope';
import type { TestRow } from '@textprobe/database/tests/tests';
import { timestampToWire } from '../http/timestamps.ts';
import { mediaFileToWire } from '../media/media-wire.ts';

/** Fetches the files and names of all tests at once. */
export async function testsToWire(db: Database, scope: Scope, rows: readonly TestRow[]): Promise<Test[]> {
  const mms = rows.filter((row) => row.message_type === 'MMS').map((row) => row.id);
  const named = rows.map(namedIdsOf);
  const names = await findNames(db, scope, {
    partners: named.flatMap(({ partners }) => partners),
    clients: named.flatMap(({ clients }) => clients),
    offices: named.flatMap(({ offices }) => offices),
  });
  const media = await listTestMedia(db, mms);
  const latestRuns = await findLatestRuns(
    db,
    rows.map(({ id }) => id),
  );
  const recurring = rows.filter((row) => row.test_type === 'RECURRING');
  const recentRuns = await findRecentRuns(
    db,
    recurring.map(({ id }) => id),
  );
  return rows.map((row) => {
    const files = (media.get(row.id) ?? []).map(mediaFileToWire);
    return {
      ...withoutMedia(row),
      names: namesToWire(row, names),
      latestRun: latestRunToWire(latestRuns.get(row.id)),
      recentRuns: recentRuns.get(row.id) ?? [],
      mediaURLs: { media: files.map(({ url }) => url) },
      mediaFiles: files,
    };
  });
}

/** @param db the transaction, for a test that it has just changed */
export async function testToWire(db: Database, scope: Scope, row: TestRow): Promise<Test> {
  const [test] = await testsToWire(db, scope, [row]);
  return test as Test;
}

/** A row has room for only a few of possibly thousands of offices. */
function namedIdsOf(row: TestRow) {
  return {
    partners: row.partner_ids.slice(0, NAMES_OF_TEST),
    clients: row.client_ids.slice(0, NAMES_OF_TEST),
    offices: row.office_ids.slice(0, NAMES_OF_TEST),
  };
}

function namesToWire(row: TestRow, names: DirectoryNames): Test['names'] {
  const { partners, clients, offices } = namedIdsOf(row);
  return {
    partners: partners.map((id) => names.partners.get(id) ?? null),
    clients: clients.map((id) => names.clients.get(id) ?? null),
    offices: offices.map((id) => names.offices.get(id) ?? null),
  };
}

function latestRunToWire(latest: LatestRun | undefined): Test['latestRun'] {
  if (latest === undefined) return null;
  const { testId: _testId, ...run } = latest;
  return run;
}

function withoutMedia(
  row: TestRow,
): Omit<Test, 'names' | 'latestRun' | 'recentRuns' | 'mediaURLs' | 'mediaFiles'> {
  return {
    testId: row.id,
    testType: row.test_type,
    messageType: row.message_type,
    messageBody: row.body,
    scheduledTimestamp: timestampToWire(row.scheduled_at),
    creationTimestamp: timestampToWire(row.created_at),
    updateTimestamp: timestampToWire(row.updated_at),
    executionStatus: row.execution_status,
    statusReason: row.status_reason,
    // The first office's (CREATE-21); a test always has one.
    partnerId: row.partner_ids[0] ?? 0,
    partnerIDs: row.partner_ids,
    clientIDs: { clientIDs: row.client_ids },
    officeIDs: { officeIDs: row.office_ids },
    phoneIDs: { phoneIDs: row.phone_ids },
    pairs: row.pairs?.map(([officeID, phoneID]) => ({ officeID, phoneID })) ?? null,
    messagesPerRun: row.messages_per_run,
    recurrenceRule: row.recurrence_rule as Test['recurrenceRule'],
    nextDue: timestampToWire(row.next_due),
    recurrenceActive: row.test_type === 'RECURRING' && row.next_due !== null,
    overlap: row.overlap,
    scheduleNote: row.schedule_note,
  };
}
