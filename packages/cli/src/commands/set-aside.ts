/** `textprobe set-aside [retry]`: lists items set aside after repeated failures, or retries them at once. */
import { listSetAside, retrySetAside, type SetAsideItem } from '@textprobe/database/set-aside/set-aside-list';
import { UserError } from '../process/user-error.ts';
import { auditCommand } from '../program/audit-command.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

export async function setAside(settings: Settings, args: readonly string[]): Promise<number> {
  const [act, ...more] = args;
  if ((act !== undefined && act !== 'retry') || more.length > 0) {
    throw new UserError(
      "run 'textprobe set-aside' to see what is set aside and why, or 'textprobe set-aside retry' to retry it at once.",
    );
  }
  return withDatabase('set-aside', settings, async ({ db }, { clock }) => {
    if (act === 'retry') {
      const count = await retrySetAside(db, clock.now());
      await auditCommand(db, 'set-aside.retried', { changes: { items: [null, count] } });
      process.stdout.write(
        count === 0 ? NOTHING : `Retrying ${count === 1 ? '1 item' : `${count} items`}.\n`,
      );
      return 0;
    }
    const items = await listSetAside(db);
    process.stdout.write(items.length === 0 ? NOTHING : `${items.map(describe).join('\n')}\n`);
    return 0;
  });
}

const NOTHING = 'Nothing is set aside.\n';

/** Times in UTC, as in the log. */
function describe({ kind, item, tries, problem, lastTryAt, nextTryAt }: SetAsideItem): string {
  const [last, next] = [lastTryAt, nextTryAt].map((at) => new Date(at).toISOString());
  return `${kind} ${item}: ${tries} tries, last at ${last}, next at ${next}\n  ${problem}`;
}
