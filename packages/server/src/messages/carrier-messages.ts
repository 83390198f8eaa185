/** Collects what a carrier needs to look up its messages (EVIDENCE-3). */
import type { CarrierReportQuery } from '@textprobe/contract/carrier-report';
import type { Database } from '@textprobe/database/core/connection';
import { findOfficeNames } from '@textprobe/database/directory/directory';
import { streamMessages } from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { MessageLogRow } from '@textprobe/database/messages/message-row';
import { readCarrierEvidence } from '@textprobe/database/receipts/carrier-evidence';
import type { Scope } from '@textprobe/database/scope/scope';
import type { CarrierMessage } from '@textprobe/domain/carrier-report';
import { analyticsFilter } from '../analytics/analytics-filter.ts';
import { filteredMessagesToWire } from './message-wire.ts';

/** @param withNames whether to name partner, client and office */
export async function carrierMessages(
  db: Database,
  scope: Scope,
  rows: readonly MessageLogRow[],
  withNames: boolean,
): Promise<CarrierMessage[]> {
  if (rows.length === 0) return [];
  const logs = await filteredMessagesToWire(db, scope, rows);
  const evidenceOf = await readCarrierEvidence(db, rows);
  const officeIds = withNames ? rows.map((row) => row.office_id) : [];
  const offices = await findOfficeNames(db, scope, officeIds);
  return rows.flatMap((row, index) => {
    const log = logs[index];
    return log === undefined ? [] : [{ log, ...evidenceOf(row), names: offices.get(row.office_id) ?? null }];
  });
}

/** All messages of the query in batches, newest first. */
export async function* streamForCarrier(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  scope: Scope,
  query: CarrierReportQuery,
  batchSize: number,
): AsyncGenerator<CarrierMessage[]> {
  const { testId, runId, names = false } = query;
  const filter = { ...analyticsFilter(query), testId };
  for await (const batch of streamMessages(db, scope, codes, filter, batchSize)) {
    const rows = batch.filter((row) => runId === undefined || row.run_id === runId);
    yield await carrierMessages(db, scope, rows, names);
  }
}
