/** A test as answers carry it (DATA-1). */
import type { Test } from '@textprobe/contract/tests';
import type { Database } from '@textprobe/database/core/connection';
import { listTestMedia } from '@textprobe/database/media/media-files';
import type { TestRow } from '@textprobe/database/tests/tests';
import { timestampToWire } from '../../http/timestamps.ts';
import { mediaFileToWire } from '../media/media-wire.ts';

/** Many tests, their files fetched at once. */
export async function testsToWire(db: Database, rows: readonly TestRow[]): Promise<Test[]> {
  const mms = rows.filter((row) => row.message_type === 'MMS').map((row) => row.id);
  const media = await listTestMedia(db, mms);
  return rows.map((row) => {
    const files = (media.get(row.id) ?? []).map(mediaFileToWire);
    return { ...withoutMedia(row), mediaURLs: { media: files.map(({ url }) => url) }, mediaFiles: files };
  });
}

/** @param db the transaction, for a test that it has just changed */
export async function testToWire(db: Database, row: TestRow): Promise<Test> {
  const [test] = await testsToWire(db, [row]);
  return test as Test;
}

function withoutMedia(row: TestRow): Omit<Test, 'mediaURLs' | 'mediaFiles'> {
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
    recurrenceRule: row.recurrence_rule as Test['recurrenceRule'],
    nextDue: timestampToWire(row.next_due),
    recurrenceActive: row.test_type === 'RECURRING' && row.next_due !== null,
    overlap: row.overlap,
    scheduleNote: row.schedule_note,
  };
}
