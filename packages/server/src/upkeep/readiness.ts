/**
 * Whether this process can do its work: the database is there, takes writes, has the schema we were built for, and holds an
 * account to log in with.
 */
import { countAccounts } from '@textprobe/database/accounts/accounts';
import { type Database, databaseIsWritable } from '@textprobe/database/core/connection';
import { migrationsAreCurrent } from '@textprobe/database/schema/migrate';
import type { Clock } from '@textprobe/domain/clock';
import type { Readiness } from '../deps.ts';

/** A probe waits no longer than this for an answer. Milliseconds. */
const PATIENCE_MS = 2_000;
/** For so long all probes share one result: a flood of them costs the database one query a second. */
const FRESH_MS = 1_000;

/**
 * @param deps.db of one connection, for this alone: on the shared pool 64 probes at once took a list from 16 to 147 ms, and
 * a busy pool had a process in good health called unready
 */
export function createReadiness({ db, clock }: { db: Database; clock: Clock }): () => Promise<Readiness> {
  let migrated = false;
  let hasAccount = false;
  let last: { readonly askedAt: number; readonly state: Promise<Readiness> } | undefined;

  async function check(): Promise<Readiness> {
    try {
      if (!(await databaseIsWritable(db))) return notReady('The database is read-only.');
      // A schema never goes back, so this is asked until it is true and then no more; the same with accounts.
      migrated ||= await migrationsAreCurrent(db);
      if (!migrated) return notReady('The database has not been migrated yet: run `textprobe migrate`.');
      hasAccount ||= (await countAccounts(db)) > 0;
      return hasAccount ? { ready: true } : notReady('There is no account yet: the first start is not over.');
    } catch {
      return notReady('The database cannot be reached.');
    }
  }

  async function checkInTime(): Promise<Readiness> {
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
  }

  return () => {
    const now = clock.now();
    // A clock that was set back must not keep an old result.
    const age = last === undefined ? Infinity : now - last.askedAt;
    if (last === undefined || age < 0 || age >= FRESH_MS) last = { askedAt: now, state: checkInTime() };
    return last.state;
  };
}

function notReady(reason: string): Readiness {
  return { ready: false, reason };
}
