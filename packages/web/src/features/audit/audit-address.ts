/** The filters of the audit trail in the URL, so that a view can be linked, bookmarked and returned to (AUDIT-3). */
import type { AuditQuery } from '@textprobe/contract/audit';
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '@textprobe/contract/audit-actions';
import { addressCodec, oneOf, positive } from '../../ui/address-values.ts';
import { dateOf } from '../../ui/day-text.ts';

/** As long as the server accepts. */
export const OBJECT_ID_LIMIT = 100;

function objectId(text: string | null): string | undefined {
  return text !== null && text !== '' && text.length <= OBJECT_ID_LIMIT ? text : undefined;
}

export const AUDIT_ADDRESS = addressCodec({
  accountId: positive(),
  action: oneOf(AUDIT_ACTIONS),
  objectKind: oneOf(AUDIT_OBJECTS),
  objectId,
  from: dateOf,
  to: dateOf,
});

/** Null removes a filter. */
export type FilterChanges = Partial<Record<keyof AuditQuery, string | null>>;

export const NO_FILTERS = AUDIT_ADDRESS.read(new URLSearchParams());

export function hasFilters(filters: AuditQuery): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
