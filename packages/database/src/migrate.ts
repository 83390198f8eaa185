/**
 * Brings a database to the present schema. Kysely's Migrator takes a lock in the database, so that any number of
 * processes may start at once: one migrates, the others wait and find nothing left to do.
 */
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { isLockTimeout, limitLockWaits } from './carry-over/short-lock.ts';
import type { Database } from './connection.ts';
import { type Log, silentLog } from './log.ts';
import * as firstLight from './migrations/0001-first-light.ts';
import * as idempotencyKeys from './migrations/0002-idempotency-keys.ts';
import * as media from './migrations/0003-media.ts';
import * as schedules from './migrations/0004-schedules.ts';
import * as largeLists from './migrations/0005-large-lists.ts';
import * as mmsGateway from './migrations/0006-mms-gateway.ts';
import * as handsetSources from './migrations/0007-handset-sources.ts';
import * as phoneHealth from './migrations/0008-phone-health.ts';
import * as findings from './migrations/0009-findings.ts';
import * as gatewaySettings from './migrations/0010-gateway-settings.ts';
import * as testDays from './migrations/0012-test-days.ts';
import * as messageEvents from './migrations/0013-message-events.ts';
import * as claimsByPartner from './migrations/0014-claims-by-partner.ts';
import * as gatewayLinks from './migrations/0015-gateway-links.ts';
import * as handsetKeyUses from './migrations/0016-handset-key-uses.ts';
import * as defaultPartitions from './migrations/0017-default-partitions.ts';
import * as confirmedBy from './migrations/0018-confirmed-by.ts';
import * as sendExpiry from './migrations/0019-send-expiry.ts';
import * as sharedGateways from './migrations/0020-shared-gateways.ts';
import * as idSpellings from './migrations/0021-id-spellings.ts';
import * as setAside from './migrations/0022-set-aside.ts';
import * as setAsideAgain from './migrations/0023-set-aside-again.ts';
import * as receiptsInParts from './migrations/0024-receipts-in-parts.ts';
import * as chunks from './migrations/0025-chunks.ts';
import * as inFlight from './migrations/0025-in-flight.ts';
import * as inPlaceUpdates from './migrations/0026-in-place-updates.ts';
import * as permutedCodes from './migrations/0028-permuted-codes.ts';
import * as sumsByScope from './migrations/0030-sums-by-scope.ts';
import * as leaders from './migrations/0032-leaders.ts';
import * as leaderSessions from './migrations/0033-leader-sessions.ts';
import * as markersInSteps from './migrations/0034-markers-in-steps.ts';
import * as keyByTime from './migrations/0035-key-by-time.ts';
import * as leanStatistics from './migrations/0037-lean-statistics.ts';
import * as gatewayAccounts from './migrations/0038-gateway-accounts.ts';

/** In order; a migration that was released is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-first-light': firstLight,
  '0002-idempotency-keys': idempotencyKeys,
  '0003-media': media,
  '0004-schedules': schedules,
  '0005-large-lists': largeLists,
  '0006-mms-gateway': mmsGateway,
  '0007-handset-sources': handsetSources,
  '0008-phone-health': phoneHealth,
  '0009-findings': findings,
  '0010-gateway-settings': gatewaySettings,
  '0012-test-days': testDays,
  '0013-message-events': messageEvents,
  '0014-claims-by-partner': claimsByPartner,
  '0015-gateway-links': gatewayLinks,
  '0016-handset-key-uses': handsetKeyUses,
  '0017-default-partitions': defaultPartitions,
  '0018-confirmed-by': confirmedBy,
  '0019-send-expiry': sendExpiry,
  '0020-shared-gateways': sharedGateways,
  '0021-id-spellings': idSpellings,
  '0022-set-aside': setAside,
  '0023-set-aside-again': setAsideAgain,
  '0024-receipts-in-parts': receiptsInParts,
  '0025-chunks': chunks,
  '0025-in-flight': inFlight,
  '0026-in-place-updates': inPlaceUpdates,
  '0028-permuted-codes': permutedCodes,
  '0030-sums-by-scope': sumsByScope,
  '0032-leaders': leaders,
  '0033-leader-sessions': leaderSessions,
  '0034-markers-in-steps': markersInSteps,
  '0035-key-by-time': keyByTime,
  '0037-lean-statistics': leanStatistics,
  '0038-gateway-accounts': gatewayAccounts,
};

/** Each gives up a lock that it cannot have at once: all that come after would wait behind it. */
const impatient = Object.fromEntries(
  Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(db) {
        await limitLockWaits(db);
        await up(db);
      },
    },
  ]),
);
const provider: MigrationProvider = { getMigrations: async () => impatient };

/** The schema is that of a newer version of the program, which this one could only damage. */
export class NewerSchemaError extends Error {
  constructor(migration: string) {
    super(
      `The database was made or updated by a newer version of Textprobe: it has the migration ${migration}, which this ` +
        'version does not know. Start the newer version again, or restore a backup from before the update.',
    );
    this.name = 'NewerSchemaError';
  }
}

/**
 * Runs what is missing, each migration in a transaction of its own, so that its locks end with it; a new database in one.
 * An older version of the program may be at work: a migration that does not get its locks at once is tried again every
 * second, for as long as somebody holds them. Killed or failed, it goes on with the next call behind the last that is done.
 * @param db opened with `statementTimeoutMs: 0`: to read a large table, or to wait for another who migrates, takes its time
 * @returns the names of the migrations that were run now
 * @throws NewerSchemaError, or Error with the name of the migration that failed, its cause within
 */
export async function migrateToLatest(db: Database, log: Log = silentLog): Promise<string[]> {
  const newer = await findUnknownMigration(db);
  if (newer !== null) throw new NewerSchemaError(newer);
  const migrator = new Migrator({ db, provider });
  const isNew = !(await hasMigrations(db));
  const done: string[] = [];
  for (let tries = 1; ; ) {
    const { error, results = [] } = await (isNew ? migrator.migrateToLatest() : migrator.migrateUp());
    if (error === undefined) {
      done.push(...results.map(({ migrationName }) => migrationName));
      if (isNew || results.length === 0) return done;
      tries = 1;
      continue;
    }
    const failed = results.find(({ status }) => status === 'Error')?.migrationName;
    if (!isLockTimeout(error)) throw explainFailure(error, failed);
    if (tries % REPORT_AFTER === 0) {
      log.warn({ migration: failed, tries }, 'a table is in use and cannot be changed yet: trying again');
    }
    tries += 1;
    await sql`select pg_sleep(${sql.lit(PAUSE_S)})`.execute(db);
  }
}

const PAUSE_S = 1;
/** So many tries, 1 s apart: less often than that a busy table is no news. */
const REPORT_AFTER = 10;

function explainFailure(error: unknown, failed: string | undefined): Error {
  const where = failed === undefined ? 'could not migrate the database' : `migration ${failed} failed`;
  return new Error(`${where}: ${error instanceof Error ? error.message : 'no reason given'}`, {
    cause: error,
  });
}

async function hasMigrations(db: Database): Promise<boolean> {
  const table = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  return table.rows.length > 0;
}

/** The last that was run and is none of ours; null where there is none. */
async function findUnknownMigration(db: Database): Promise<string | null> {
  if (!(await hasMigrations(db))) return null;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <> all (${Object.keys(migrations)}::text[])
    order by name desc limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** Whether all migrations have been run: what the readiness probe asks. */
export async function migrationsAreCurrent(db: Database): Promise<boolean> {
  const known = await new Migrator({ db, provider }).getMigrations();
  return known.every((migration) => migration.executedAt !== undefined);
}
