/** The embedded database belongs to one process: commands that share one need a PostgreSQL of their own. */
import { UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';

export function requireSharedDatabase(command: string, { databaseUrl }: Pick<Settings, 'databaseUrl'>): void {
  if (databaseUrl !== null) return;
  throw new UserError(
    `'textprobe ${command}' works on a database shared with other processes: set DATABASE_URL to it, ` +
      "such as postgres://user:password@host:5432/textprobe. 'textprobe start' needs none.",
  );
}
