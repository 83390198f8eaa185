/** The audit trail (AUDIT-1): rows are inserted, read, and never changed; `audit-chain.ts` links them. */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import type { AuditChanges, AuditOutcome } from '../schema/column-types.ts';

/** Who acted; all null for a command on the server. */
export interface AuditActor {
  /** Null: unknown, or a command. */
  readonly accountId: number | null;
  readonly username: string | null;
  /** Null: a session. */
  readonly token: { readonly id: number; readonly name: string } | null;
  /** Of the network; null: a command. */
  readonly address: string | null;
  readonly requestId: string | null;
}

/** What happened. */
export interface AuditEvent {
  /** A stable word with the kind of the object first, such as `gateway.updated`. */
  readonly action: string;
  /** Null: several objects, or none. */
  readonly objectId: string | null;
  readonly partnerId: number | null;
  readonly outcome: AuditOutcome;
  readonly changes: AuditChanges;
}

export interface AuditEntry extends AuditActor, AuditEvent {
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface AuditRow extends AuditEntry {
  readonly id: number;
  readonly objectKind: string;
  /** Null: not linked yet. */
  readonly hash: Buffer | null;
}

export const COMMAND: AuditActor = {
  accountId: null,
  username: null,
  token: null,
  address: null,
  requestId: null,
};

/** @param db the transaction of the change */
export async function insertAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: sqlTime(entry.at),
      action: entry.action,
      account_id: entry.accountId,
      username: entry.username,
      token_id: entry.token?.id ?? null,
      token_name: entry.token?.name ?? null,
      address: entry.address,
      request_id: entry.requestId,
      object_kind: entry.action.split('.')[0] as string,
      object_id: entry.objectId,
      partner_id: entry.partnerId,
      outcome: entry.outcome,
      changes: JSON.stringify(entry.changes),
    })
    .execute();
}

export interface AuditFilter {
  readonly accountId?: number | undefined;
  readonly action?: string | undefined;
  readonly objectKind?: string | undefined;
  readonly objectId?: string | undefined;
  /** Epoch milliseconds, inclusive. */
  readonly from?: number | undefined;
  /** Epoch milliseconds, exclusive. */
  readonly before?: number | undefined;
}

/** Newest first. @param page.beforeId only older rows */
export async function listAudit(
  db: Database,
  { accountId, action, objectKind, objectId, from, before }: AuditFilter,
  page: { readonly beforeId?: number | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(page.limit);
  if (page.beforeId !== undefined) query = query.where('id', '<', page.beforeId);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (objectKind !== undefined) query = query.where('object_kind', '=', objectKind);
  if (objectId !== undefined) query = query.where('object_id', '=', objectId);
  if (from !== undefined) query = query.where('at', '>=', sqlTime(from));
  if (before !== undefined) query = query.where('at', '<', sqlTime(before));
  return (await query.execute()).map((row) => ({
    id: row.id,
    at: row.at,
    action: row.action,
    accountId: row.account_id,
    username: row.username,
    token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
    address: row.address,
    requestId: row.request_id,
    objectKind: row.object_kind,
    objectId: row.object_id,
    partnerId: row.partner_id,
    outcome: row.outcome,
    changes: row.changes,
    hash: row.hash,
  }));
}

export interface FailedLogin {
  readonly action: string;
  /** Null: no account has the username. */
  readonly accountId: number | null;
  readonly network: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const MINUTE = sql.lit('minute');

/** Counts it with those of the same network, account and minute. */
export async function countFailedLogin(db: Database, failed: FailedLogin): Promise<void> {
  await sql`
    insert into failed_logins as f (network, account_id, action, minute)
    values (${failed.network}, ${failed.accountId ?? 0}, ${failed.action}, date_trunc(${MINUTE}, ${sqlTime(failed.at)}))
    on conflict (minute, network, account_id, action) do update set attempts = f.attempts + 1`.execute(db);
}

/** Moves those of past minutes to the audit trail, one row for each count. @param now epoch milliseconds */
export async function recordFailedLogins(db: Database, now: number): Promise<void> {
  await sql`
    with past as (
      delete from failed_logins where minute < date_trunc(${MINUTE}, ${sqlTime(now)}) returning *)
    insert into audit_log (at, action, account_id, username, address, object_kind, object_id, outcome, changes)
    select p.minute, p.action, a.id, a.username, p.network, split_part(p.action, '.', 1), a.id::text, 'failed',
      json_build_object('attempts', json_build_array(null, p.attempts))
    from past p left join accounts a on a.id = p.account_id
    order by p.minute`.execute(db);
}
