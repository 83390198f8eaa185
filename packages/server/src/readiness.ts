/** Whether this process can do its work: the database is there, takes writes, and has the schema we were built for. */
import type { Database } from '@textprobe/database/connection';
import { migrationsAreCurrent } from '@textprobe/database/migrate';
import { databaseIsWritable } from '@textprobe/database/writable';
import type { Clock } from '@textprobe/domain/clock';
import type { Readiness } from './deps.ts';

/** A probe waits no longer than this for an answer. Milliseconds. */
const PATIENCE_MS = 2_000;

export function createReadiness({ db, clock }: { db: Database; clock: Clock }): () => Promise<Readiness> {
  let migrated = false;

  async function check(): Promise<Readiness> {
    try {
      if (!(await databaseIsWritable(db))) return notReady('The database is read-only.');
      // A schema never goes back, so this is asked until it is true and then no more.
      migrated ||= await migrationsAreCurrent(db);
      return migrated
        ? { ready: true }
        : notReady('The database has not been migrated yet: run `textprobe migrate`.');
    } catch {
      return notReady('The database cannot be reached.');
    }
  }

  return async () => {
    const patience = new AbortController();
    const late = clock.sleep(PATIENCE_MS, patience.signal).then(
      () => notReady('The database does not answer.'),
      () => notReady(''),
    );
    try {
      return await Promise.race([check(), late]);
    } finally {
      patience.abort();
    }
  };
}

function notReady(reason: string): Readiness {
  return { ready: false, reason };
}
