/** A test as answers carry it (DATA-1). */
import type { Test } from '@textprobe/contract/tests';
import type { TestRow } from '@textprobe/database/tests/tests';
import { timestampToWire } from './timestamps.ts';

export function testToWire(row: TestRow): Test {
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
    mediaURLs: { media: row.media as string[] },
    recurrenceRule: row.recurrence_rule as Test['recurrenceRule'],
    nextDue: timestampToWire(row.next_due),
    recurrenceActive: row.test_type === 'RECURRING' && row.next_due !== null,
    overlap: row.overlap,
    scheduleNote: row.schedule_note,
  };
}
