/** Gathers what the PDF of one test shows (CALL-13): the same facts as its report on the screen. */
import type { TestLog } from '@textprobe/contract/messages';
import type { Database } from '@textprobe/database/core/connection';
import { findCarriers, findNames } from '@textprobe/database/directory/directory';
import { listTestMedia } from '@textprobe/database/media/media-files';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { MessageLogRow } from '@textprobe/database/messages/message-log';
import { countOutcomesOfTest } from '@textprobe/database/messages/messages-of-test';
import type { TestRow } from '@textprobe/database/tests/tests';
import { withPlusOne } from '@textprobe/domain/phone-number';
import {
  type Generated,
  REPORT_ROW_LIMIT,
  type Report,
  type ReportMedia,
  type TestReportLog,
} from '@textprobe/reports/report-data';
import { timestampToWire } from '../../http/timestamps.ts';
import type { Thumbnails } from '../media/thumbnails.ts';
import { deliveryRate } from '../messages/delivery-rate.ts';
import { deliverySeconds, messagesToWire } from '../messages/message-wire.ts';
import { streamMessagesOfTest } from '../messages/messages-of-test.ts';

/** Rows read and handed on at once: some 10 ms of this process's time, so that other requests go on between. */
export const ROWS_AT_ONCE = 250;

export interface TestReportDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly thumbnails: Thumbnails;
}

export async function gatherTestReport(
  { db, codes, thumbnails }: TestReportDeps,
  test: TestRow,
  generated: Generated,
): Promise<Report> {
  const [counts, partners, clients, offices, receivers, carriers, media] = await Promise.all([
    countOutcomesOfTest(db, test.id),
    namesOf(db, 'Partner', test.partner_ids),
    namesOf(db, 'Client', test.client_ids),
    namesOf(db, 'Office', test.office_ids),
    namesOf(db, 'Phone', test.phone_ids),
    findCarriers(db, test.phone_ids),
    gatherMedia(db, thumbnails, test),
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
      partners,
      clients,
      offices,
      receivers,
      carriers,
      media,
      rate: deliveryRate(counts),
      logCount: counts.reduce((sum, { messages }) => sum + messages, 0),
    },
    logs: gatherLogs(db, codes, test.id),
  };
}

async function* gatherLogs(
  db: Database,
  codes: MessageCodes,
  testId: number,
): AsyncGenerator<TestReportLog[]> {
  const names = createNames(db);
  let left = REPORT_ROW_LIMIT;
  for await (const rows of streamMessagesOfTest(db, codes, testId, ROWS_AT_ONCE)) {
    const [logs] = await Promise.all([messagesToWire(db, rows), names.learn(rows)]);
    yield rows.map((row, index) => toReportLog(row, logs[index] as TestLog, names));
    left -= rows.length;
    if (left <= 0) return;
  }
}

/** The names of offices and phones, each asked for once. An id without one shows as `Office 7` (REPORT-9). */
function createNames(db: Database) {
  const offices = new Map<number, string>();
  const phones = new Map<number, string>();
  return {
    async learn(rows: readonly MessageLogRow[]): Promise<void> {
      await Promise.all([
        learn(
          'offices',
          offices,
          rows.map((row) => row.office_id),
        ),
        learn(
          'phones',
          phones,
          rows.map((row) => row.phone_id),
        ),
      ]);
    },
    office: (id: number) => offices.get(id) ?? `Office ${id}`,
    phone: (id: number) => phones.get(id) ?? `Phone ${id}`,
  };

  async function learn(kind: 'offices' | 'phones', known: Map<number, string>, ids: number[]): Promise<void> {
    const found = await findNames(
      db,
      kind,
      ids.filter((id) => !known.has(id)),
    );
    for (const [id, name] of found) known.set(id, name);
  }
}

function toReportLog(row: MessageLogRow, log: TestLog, names: ReturnType<typeof createNames>): TestReportLog {
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

const TABLES = { Partner: 'partners', Client: 'clients', Office: 'offices', Phone: 'phones' } as const;

async function namesOf(db: Database, kind: keyof typeof TABLES, ids: readonly number[]): Promise<string[]> {
  const names = await findNames(db, TABLES[kind], ids);
  return ids.map((id) => names.get(id) ?? `${kind} ${id}`);
}

async function gatherMedia(db: Database, thumbnails: Thumbnails, test: TestRow): Promise<ReportMedia[]> {
  const files = (await listTestMedia(db, [test.id])).get(test.id) ?? [];
  return Promise.all(
    files.map(async (file) => {
      // A report without a picture is better than none: it may have been lost, or too many may be asked for just now.
      const picture = await thumbnails.read(file).catch(() => null);
      const { name, type, size } = file;
      return picture === null ? { name, type, size } : { name, type, size, picture };
    }),
  );
}
