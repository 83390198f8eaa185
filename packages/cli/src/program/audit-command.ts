/** Writes what a command on the server changed to the audit trail (AUDIT-1): no account makes it. */
import { type AuditEvent, COMMAND, insertAudit } from '@textprobe/database/audit/audit-log';
import type { Database } from '@textprobe/database/core/connection';
import { systemClock } from '../process/system-clock.ts';

/** @param db the transaction of the change */
export async function auditCommand(
  db: Database,
  action: string,
  { objectId = null, changes = {} }: Partial<Pick<AuditEvent, 'objectId' | 'changes'>> = {},
): Promise<void> {
  const event = { action, objectId, partnerId: null, outcome: 'succeeded', changes } as const;
  await insertAudit(db, { ...COMMAND, ...event, at: systemClock.now() });
}
