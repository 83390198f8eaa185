/** Collects the data of a test's PDF (CALL-13): the same as its report on the screen. */
import type { TestLog } from '@textprobe/contract/messages';
import type { Database } from '@textprobe/database/core/connection';
import { findNames, findTestPhones } from '@textprobe/database/directory/directory';
import { listTestMedia, type MediaFileRow } from '@textprobe/database/media/media-files';
import { streamMessages } from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { MessageLogRow } from '@textprobe/database/messages/message-row';
import { countOutcomesOfTest } from '@textprobe/database/messages/messages-of-test';
import { readCarrierEvidence } from '@textprobe/database/receipts/carrier-evidence';
import type { Scope } from '@textprobe/database/scope/scope';
import type { TestRow } from '@textprobe/database/tests/tests';
import type { GateCaller } from '@textprobe/domain/fair-gate';
import { withPlusOne } from '@textprobe/domain/phone-number';
import {
  type Generated,
  REPORT_ROW_LIMIT,
  type Report,
  type ReportMedia,
  type TestReportLog,
} from '@textprobe/reports/report-data';
import { deliveryRate } from '../../analytics/delivery-rate.ts';
import { timestampToWire } from '../../http/timestamps.ts';
import type { Thumbnails } from '../../media/thumbnails.ts';
import { deliverySeconds, messagesToWire } from '../../messages/message-wire.ts';

/** Rows per batch: some 10 ms of CPU time, so that other requests are served in between. */
export const ROWS_AT_ONCE = 250;

export interface TestReportDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly thumbnails: Thumbnails;
  /** Who asks for the report, and so for its thumbnails. */
  readonly caller: GateCaller;
}

export async function gatherTestReport(
  { db, codes, thumbnails, caller }: TestReportDeps,
  scope: Scope,
  test: TestRow,
  generated: Generated,
): Promise<Report> {
  const { partner_ids: partners, client_ids: clients, office_ids: offices } = test;
  const [counts, names, phones, media] = await Promise.all([
    countOutcomesOfTest(db, scope, test.id),
    findNames(db, scope, { partners, clients, offices }),
    findTestPhones(db, scope, test.phone_ids),
    gatherMedia(db, (file) => thumbnails.read(file, caller), test),
  ]);
  return {
    head: {
      kind: 'test',
      generated,
      test: {
        id: test.id,
        type: test.test_type,
        messageType: test.message_type,
        body: test.body,
        status: test.execution_status,
        statusReason: test.status_reason,
        created: timestampToWire(test.created_at),
        updated: timestampToWire(test.updated_at),
        scheduled: timestampToWire(test.scheduled_at),
        nextDue: timestampToWire(test.next_due),
        recurrenceRule: test.recurrence_rule as Record<string, unknown>,
      },
      partners: partners.map((id) => names.partners.get(id) ?? `Partner ${id}`),
      clients: clients.map((id) => names.clients.get(id) ?? `Client ${id}`),
      offices: offices.map((id) => names.offices.get(id) ?? `Office ${id}`),
      isPaired: test.pairs !== null,
      receivers: test.phone_ids.map((id) => phones.get(id)?.name ?? `Phone ${id}`),
      // Without duplicates, in the order of the phones.
      carriers: [...new Set(test.phone_ids.flatMap((id) => phones.get(id)?.carrier || []))],
      media,
      rate: deliveryRate(counts),
      logCount: counts.reduce((sum, { messages }) => sum + messages, 0),
    },
    logs: gatherLogs(db, scope, codes, test.id),
  };
}

async function* gatherLogs(
  db: Database,
  scope: Scope,
  codes: MessageCodes,
  testId: number,
): AsyncGenerator<TestReportLog[]> {
  const names = createNames(db, scope);
  let left = REPORT_ROW_LIMIT;
  for await (const rows of streamMessages(db, scope, codes, { testId }, ROWS_AT_ONCE)) {
    const [logs, evidenceOf] = await Promise.all([
      messagesToWire(db, scope, rows),
      readCarrierEvidence(db, rows),
      names.learn(rows),
    ]);
    yield rows.map((row, index) => ({
      ...toReportLog(row, logs[index] as TestLog, names),
      providerIds: evidenceOf(row).providerIds,
    }));
    left -= rows.length;
    if (left <= 0) return;
  }
}

/** Caches the names of offices and phones. An id without a name shows as `Office 7` (REPORT-9). */
function createNames(db: Database, scope: Scope) {
  const offices = new Map<number, string>();
  const phones = new Map<number, string>();
  return {
    async learn(rows: readonly MessageLogRow[]): Promise<void> {
      const unknown = (known: ReadonlyMap<number, string>, ids: number[]) =>
        ids.filter((id) => !known.has(id));
      const [found, foundPhones] = await Promise.all([
        findNames(db, scope, {
          offices: unknown(
            offices,
            rows.map((row) => row.office_id),
          ),
        }),
        findTestPhones(
          db,
          scope,
          unknown(
            phones,
            rows.map((row) => row.phone_id),
          ),
        ),
      ]);
      for (const [id, name] of found.offices) offices.set(id, name);
      for (const [id, { name }] of foundPhones) phones.set(id, name);
    },
    office: (id: number) => offices.get(id) ?? `Office ${id}`,
    phone: (id: number) => phones.get(id) ?? `Phone ${id}`,
  };
}

function toReportLog(row: MessageLogRow, log: TestLog, names: ReturnType<typeof createNames>) {
  return {
    ...log,
    office: names.office(row.office_id),
    officePhone: withPlusOne(row.sender),
    phone: names.phone(row.phone_id),
    phoneNumber: row.recipient,
    seconds: deliverySeconds(row),
    sentText: log.sent.text,
  };
}

async function gatherMedia(
  db: Database,
  readThumbnail: (file: MediaFileRow) => Promise<Buffer | null>,
  test: TestRow,
): Promise<ReportMedia[]> {
  const files = (await listTestMedia(db, [test.id])).get(test.id) ?? [];
  return Promise.all(
    files.map(async (file) => {
      // A report without a picture is better than none: the file may be missing, or the thumbnail queue full.
      const picture = await readThumbnail(file).catch(() => null);
      const { name, type, size } = file;
      return picture === null ? { name, type, size } : { name, type, size, picture };
    }),
  );
}
