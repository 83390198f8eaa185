/** The calls of the audit trail (AUDIT-3). */
import type { AuditQuery, AuditRow } from '@textprobe/contract/audit';
import { NEXT_CURSOR_HEADER } from '@textprobe/contract/headers';
import { type CallOptions, request, withQuery } from './http.ts';

const AUDIT = '/api/audit';

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** One page, newest first; a null cursor starts with the newest. */
export async function getAudit(
  filters: AuditQuery,
  cursor: string | null,
  options: CallOptions,
): Promise<AuditPage> {
  const response = await request(AUDIT, { query: { ...filters, cursor }, ...options });
  const rows = (await response.json()) as AuditRow[];
  return { rows, nextCursor: response.headers.get(NEXT_CURSOR_HEADER) };
}

/** The URL from which the browser downloads the filtered rows as CSV. */
export function auditCsvAddress(filters: AuditQuery): string {
  return withQuery(`${AUDIT}/export-csv`, { ...filters });
}
