/** Lists and exports the audit trail (AUDIT-3). */
import type { AuditQuery, AuditRow } from '@textprobe/contract/audit';
import { calls } from '@textprobe/contract/calls';
import { NEXT_CURSOR_HEADER } from '@textprobe/contract/headers';
import { LIST_PAGE_SIZE } from '@textprobe/contract/query-form';
import { type AuditFilter, listAudit, type AuditRow as Row } from '@textprobe/database/audit/audit-log';
import type { Database } from '@textprobe/database/core/connection';
import { endDateInstant, startDateInstant } from '@textprobe/domain/analytics-filter';
import type { Clock } from '@textprobe/domain/clock';
import type { CsvCell } from '@textprobe/domain/csv-cell';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { FastifyInstance } from 'fastify';
import { sendCsv } from '../../http/csv-stream.ts';
import { route } from '../../http/route.ts';
import { timestampToWire } from '../../http/timestamps.ts';

const STREAM_BATCH = 1_000;

const COLUMNS: readonly (readonly [string, (row: Row) => CsvCell])[] = [
  ['ID', ({ id }) => id],
  ['At', ({ at }) => timestampToWire(at)],
  ['Action', ({ action }) => action],
  ['Account ID', ({ accountId }) => accountId],
  ['Username', ({ username }) => username],
  ['Token ID', ({ token }) => token?.id ?? null],
  ['Token', ({ token }) => token?.name ?? null],
  ['Address', ({ address }) => address],
  ['Request ID', ({ requestId }) => requestId],
  ['Object', ({ objectKind }) => objectKind],
  ['Object ID', ({ objectId }) => objectId],
  ['Partner ID', ({ partnerId }) => partnerId],
  ['Outcome', ({ outcome }) => outcome],
  ['Changes', ({ changes }) => JSON.stringify(changes)],
  ['Hash', ({ hash }) => hash?.toString('hex') ?? null],
];

export function auditRoutes(
  app: FastifyInstance,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): void {
  route(app, calls.audit, async ({ query, reply }) => {
    const { cursor: beforeId, pageSize: limit = LIST_PAGE_SIZE } = query;
    const rows = await listAudit(db, filterOf(query), { beforeId, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (rows.length > limit && last !== undefined) reply.header(NEXT_CURSOR_HEADER, last.id);
    return page.map(toWire);
  });

  route(app, calls.exportAudit, async ({ query, request, reply }) => {
    const csv = {
      fileName: `audit-${losAngelesDate(clock.now())}.csv`,
      columns: COLUMNS.map(([name]) => name),
      batches: csvBatches(db, filterOf(query)),
    };
    return app.download(request, reply, () => sendCsv(reply, csv));
  });
}

async function* csvBatches(db: Database, filter: AuditFilter) {
  let beforeId: number | undefined;
  for (;;) {
    const rows = await listAudit(db, filter, { beforeId, limit: STREAM_BATCH });
    yield rows.map((row) => COLUMNS.map(([, cell]) => cell(row)));
    if (rows.length < STREAM_BATCH) return;
    beforeId = rows.at(-1)?.id;
  }
}

function filterOf({ from, to, ...others }: AuditQuery): AuditFilter {
  const { accountId, action, objectKind, objectId } = others;
  return {
    accountId,
    action,
    objectKind,
    objectId,
    from: from === undefined ? undefined : (startDateInstant(from) ?? undefined),
    before: to === undefined ? undefined : (endDateInstant(to) ?? undefined),
  };
}

function toWire({ at, accountId, username, objectKind, objectId, changes, hash, ...row }: Row): AuditRow {
  return {
    ...row,
    at: timestampToWire(at),
    account: accountId === null ? null : { id: accountId, username: username ?? '' },
    object: { kind: objectKind, id: objectId },
    changes: Object.fromEntries(Object.entries(changes).map(([field, [from, to]]) => [field, [from, to]])),
    hash: hash?.toString('hex') ?? null,
  };
}
