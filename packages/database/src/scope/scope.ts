/**
 * The scope of an account: the partners whose data it may read and change (ACCT-2). Every query on behalf of a session
 * takes it right after the database, so that none can forget it (ACCT-3).
 */
import { type RawBuilder, sql } from 'kysely';

declare const brand: unique symbol;

/** Made in this file only. */
export interface Scope {
  /** Null: all partners. */
  readonly partnerIds: readonly number[] | null;
  readonly [brand]: true;
}

function make(partnerIds: readonly number[] | null): Scope {
  return { partnerIds } as Scope;
}

/** For the program's own work, and where a handset key or a signed link takes the place of a session. */
export const ALL_PARTNERS: Scope = make(null);

/** For calls without a session. */
export const NO_PARTNERS: Scope = make([]);

/** That of an account with these partners; a constraint of the table keeps some partners from administrators and auditors. */
export const scopeOf = make;

/** What both may see. */
export function intersection(a: Scope, b: Scope): Scope {
  if (a.partnerIds === null) return b;
  const ids = b.partnerIds;
  return ids === null ? a : make(a.partnerIds.filter((id) => ids.includes(id)));
}

/** The part of the scope that a filter by partner leaves; empty if the partner is outside. */
export function narrowedTo(scope: Scope, partnerId: number | undefined): Scope {
  return partnerId === undefined ? scope : intersection(scope, make([partnerId]));
}

/** Whether rows with this partner are in scope. @param partnerId the column, such as sql`clients.partner_id` */
export function isInScope({ partnerIds }: Scope, partnerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return partnerIds === null
    ? sql<boolean>`true`
    : sql<boolean>`${partnerId} = any (${partnerIds}::integer[])`;
}

/** The same for test phones, where no partner means that all share it. */
export function isPhoneInScope(scope: Scope, partnerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return scope.partnerIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(${partnerId} is null or ${isInScope(scope, partnerId)})`;
}

/** Whether all partners of a test are in scope. @param ids its column of partner ids */
export function areInScope({ partnerIds }: Scope, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  // The first condition can use the index of the column.
  return partnerIds === null
    ? sql<boolean>`true`
    : sql<boolean>`(${ids} && ${partnerIds}::integer[] and ${ids} <@ ${partnerIds}::integer[])`;
}

/** The same for ids that were read. */
export function covers({ partnerIds }: Scope, ids: readonly number[]): boolean {
  return partnerIds === null || (ids.length > 0 && ids.every((id) => partnerIds.includes(id)));
}
