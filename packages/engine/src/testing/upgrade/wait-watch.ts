/** Watches a database from a session of its own: the longest waits for locks, and the longest statement. */
import { closeDatabase, openDatabase } from '@textprobe/database/connection';
import { silentLog } from '@textprobe/database/log';
import { sql } from 'kysely';
import { realClock } from '@textprobe/database/testing/real-clock';

/** What took so long, by the beginning of its statement. Milliseconds. */
export interface Longest {
  readonly ms: number;
  readonly statement: string;
}

export interface Waits {
  readonly lock: Longest;
  /** For a lock that the upgrade held, or waited for before. */
  readonly upgrade: Longest;
  readonly statement: Longest;
  /** How often it looked. */
  readonly looks: number;
}

const EVERY_MS = 10;
const NOTHING: Longest = { ms: 0, statement: '' };
const WATCHER = 'test watch';
/** Whoever changes the schema may wait; the question is for whom the others wait. */
const UPGRADE = ['textprobe migration', 'textprobe carry-over', WATCHER];

/** Looks every 10 ms at all sessions but those of the upgrade itself. */
export function watchWaits(url: string): { stop(): Promise<Waits> } {
  const db = openDatabase({ url, log: silentLog, applicationName: WATCHER, maxConnections: 1 });
  let isWatching = true;
  let [lock, upgrade, statement, looks] = [NOTHING, NOTHING, NOTHING, 0];

  async function look(): Promise<void> {
    const { rows } = await sql<{ ms: number; locked: number; by_upgrade: boolean; statement: string }>`
      select extract(epoch from clock_timestamp() - a.query_start)::float8 * 1000 as ms, left(a.query, 300) as statement,
        coalesce(extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000, 0) as locked,
        case when l.pid is null then false else exists (
          select from pg_stat_activity u
          where u.pid = any (pg_blocking_pids(a.pid)) and u.application_name = any (${UPGRADE}::text[])) end as by_upgrade
      from pg_stat_activity a left join pg_locks l on l.pid = a.pid and not l.granted
      where a.datname = current_database() and a.backend_type = 'client backend' and a.state = 'active'
        and a.application_name <> all (${UPGRADE}::text[])`.execute(db);
    looks += 1;
    for (const row of rows) {
      if (row.locked > lock.ms) lock = { ms: row.locked, statement: row.statement };
      if (row.by_upgrade && row.locked > upgrade.ms) {
        upgrade = { ms: row.locked, statement: row.statement };
      }
      if (row.ms > statement.ms) statement = { ms: row.ms, statement: row.statement };
    }
  }

  const ended = (async () => {
    while (isWatching) {
      await look();
      await realClock.sleep(EVERY_MS);
    }
    await closeDatabase(db);
  })();
  return {
    async stop() {
      isWatching = false;
      await ended;
      return { lock, upgrade, statement, looks };
    },
  };
}
