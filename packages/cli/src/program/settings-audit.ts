/** Records in the audit trail which settings have changed since the last start (AUDIT-1). */
import { createHmac } from 'node:crypto';
import { replaceSettings } from '@textprobe/database/audit/settings-seen';
import type { Database } from '@textprobe/database/core/connection';
import { readOrCreateSecret } from '@textprobe/database/secrets/secrets';
import { SETTING_TABLE } from '../settings/setting-table.ts';
import type { EffectiveSetting } from '../settings/settings.ts';
import { auditCommand } from './audit-command.ts';

/** @param process `start`, `serve` or `work`, which may run with different ones */
export async function auditSettings(
  db: Database,
  process: string,
  effective: readonly EffectiveSetting[],
): Promise<void> {
  const secret = await readOrCreateSecret(db, 'audit trail');
  const now = new Map(
    effective.map(({ name, text }) => {
      const shown = text ?? '';
      const isHidden = shown !== '' && isSecret(name);
      return [name, isHidden ? createHmac('sha256', secret).update(shown).digest('base64url') : shown];
    }),
  );
  await db.transaction().execute(async (tx) => {
    const before = await replaceSettings(tx, process, now);
    const changed = [...now].filter(([name, text]) => before.size > 0 && (before.get(name) ?? '') !== text);
    if (changed.length === 0) return;
    const changes = changed.map(([name, text]) => {
      const [old, shown] = isSecret(name) ? [null, 'changed'] : [before.get(name) || null, text || null];
      return [name, [old, shown]] as const;
    });
    await auditCommand(tx, 'settings.changed', { objectId: process, changes: Object.fromEntries(changes) });
  });
}

/** A DATABASE_URL has a password in it. */
function isSecret(name: EffectiveSetting['name']): boolean {
  return name === 'DATABASE_URL' || ('secret' in SETTING_TABLE[name] && SETTING_TABLE[name].secret === true);
}
