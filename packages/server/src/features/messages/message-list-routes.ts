/** Lists test logs by page, filtered or not, and exports them as CSV (CALL-10, 14, 25). */
import { calls } from '@textprobe/contract/calls';
import { NEXT_CURSOR_HEADER, RECEIVED_COUNT_HEADER, TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import type { Database } from '@textprobe/database/core/connection';
import { findOfficeNames, findTestPhones } from '@textprobe/database/directory/directory';
import {
  listMessages,
  parseMessageCursor,
  streamMessages,
} from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { MessageLogRow } from '@textprobe/database/messages/message-row';
import { readCarrierEvidence } from '@textprobe/database/receipts/carrier-evidence';
import type { Scope } from '@textprobe/database/scope/scope';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import type { Clock } from '@textprobe/domain/clock';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { analyticsFilter } from '../../analytics/analytics-filter.ts';
import { sendCsv } from '../../http/csv-stream.ts';
import { fieldProblem } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { deliverySeconds, filteredMessagesToWire, messagesToWire } from '../../messages/message-wire.ts';
import { MESSAGE_CSV_COLUMNS, messageToCsv } from './message-csv.ts';

/** Rows per batch while a file is streamed. */
const STREAM_BATCH = 1_000;

interface PageQuery {
  readonly page?: number | undefined;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

interface MessageListDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly clock: Clock;
}

export function messageListRoutes(app: FastifyInstance, { db, codes, clock }: MessageListDeps): void {
  async function readPage(scope: Scope, query: PageQuery, filter: AnalyticsFilter, reply: FastifyReply) {
    const page = await listMessages(db, scope, codes, {
      ...positionOf(query),
      pageSize: query.pageSize,
      filter,
    });
    reply.header(TOTAL_COUNT_HEADER, page.total).header(RECEIVED_COUNT_HEADER, page.received);
    if (page.nextCursor !== null) reply.header(NEXT_CURSOR_HEADER, page.nextCursor);
    return page.rows;
  }

  route(app, calls.testLogs, async ({ query, reply, scope }) =>
    messagesToWire(db, scope, await readPage(scope, query, {}, reply)),
  );

  route(app, calls.filteredLogs, async ({ query, reply, scope }) =>
    filteredMessagesToWire(db, scope, await readPage(scope, query, analyticsFilter(query), reply)),
  );

  /** @param testIds undefined for the messages of all tests */
  async function* streamOfTests(
    scope: Scope,
    filter: AnalyticsFilter,
    testIds: readonly number[] | undefined,
  ) {
    for (const testId of testIds ?? [undefined])
      yield* streamMessages(db, scope, codes, { ...filter, testId }, STREAM_BATCH);
  }

  route(app, calls.exportLogs, async ({ query, request, reply, scope }) => {
    const testIds = query.testId === undefined ? query.testIds : [query.testId];
    const csv = {
      fileName: csvFileName(testIds, clock.now()),
      columns: MESSAGE_CSV_COLUMNS,
      batches: csvBatches(db, scope, streamOfTests(scope, analyticsFilter(query), testIds)),
    };
    return app.download(request, reply, () => sendCsv(reply, csv));
  });
}

/** `test-logs-7-2026-11-21.csv` for one test, `test-logs-3-tests-2026-11-21.csv` for three. */
function csvFileName(testIds: readonly number[] | undefined, now: number): string {
  const [one, ...others] = testIds ?? [];
  const which = one === undefined ? '' : others.length === 0 ? `${one}-` : `${others.length + 1}-tests-`;
  return `test-logs-${which}${losAngelesDate(now)}.csv`;
}

function positionOf({ page, cursor }: PageQuery) {
  if (cursor === undefined) return page === undefined ? {} : { page };
  const key = parseMessageCursor(cursor);
  if (key !== null) return { cursor: key };
  const message = `Invalid cursor. Send the ${NEXT_CURSOR_HEADER} header of the previous page.`;
  throw fieldProblem('query.invalid', [{ field: 'cursor', code: 'invalid_format', message }]);
}

async function* csvBatches(db: Database, scope: Scope, batches: AsyncIterable<readonly MessageLogRow[]>) {
  for await (const rows of batches) {
    const evidenceOf = await readCarrierEvidence(db, rows);
    const logs = await filteredMessagesToWire(db, scope, rows);
    const offices = await findOfficeNames(db, scope, [...new Set(rows.map((row) => row.office_id))]);
    const phones = await findTestPhones(db, scope, [...new Set(rows.map((row) => row.phone_id))]);
    yield rows.flatMap((row, index) => {
      const log = logs[index];
      if (log === undefined) return [];
      const names = offices.get(row.office_id) ?? null;
      const phone = phones.get(row.phone_id)?.name ?? null;
      const seconds = deliverySeconds(row) || null;
      return [messageToCsv({ ...log, ...evidenceOf(row), names, phone, deliverySeconds: seconds })];
    });
  }
}
