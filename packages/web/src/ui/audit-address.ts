/** Links to the rows of the audit trail (AUDIT-3). */
import { withQuery } from '../api/http.ts';

const AUDIT = '/settings/audit';

/** What happened to an object. */
export function auditOfObject(
  objectKind: 'account' | 'gateway' | 'phone' | 'test',
  objectId: number,
): string {
  return withQuery(AUDIT, { objectKind, objectId });
}

/** What an account did. */
export function auditByAccount(accountId: number): string {
  return withQuery(AUDIT, { accountId });
}
