/**
 * Brings a database to the present schema. Kysely's Migrator takes a lock in the database, so that any number of
 * processes may start at once: one migrates, the others wait and find nothing left to do.
 */
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from './connection.ts';
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
import * as inPlaceUpdates from './migrations/0026-in-place-updates.ts';
import * as permutedCodes from './migrations/0028-permuted-codes.ts';
import * as sumsByScope from './migrations/0030-sums-by-scope.ts';
import * as leaders from './migrations/0032-leaders.ts';
import * as leanStatistics from './migrations/0037-lean-statistics.ts';

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
  '0026-in-place-updates': inPlaceUpdates,
  '0028-permuted-codes': permutedCodes,
  '0030-sums-by-scope': sumsByScope,
  '0032-leaders': leaders,
  '0037-lean-statistics': leanStatistics,
};

const provider: MigrationProvider = { getMigrations: async () => migrations };

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
 * Runs what is missing, each migration in one transaction with the others: on an error nothing has changed. Takes a
 * database opened with `statementTimeoutMs: 0`: changing a large table, or waiting for another who does, takes its time.
 * @returns the names of the migrations that were run now
 * @throws NewerSchemaError, or Error with the name of the migration that failed, its cause within
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const newer = await findUnknownMigration(db);
  if (newer !== null) throw new NewerSchemaError(newer);
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error');
    const where =
      failed === undefined ? 'could not migrate the database' : `migration ${failed.migrationName} failed`;
    throw new Error(`${where}: ${error instanceof Error ? error.message : 'no reason given'}`, {
      cause: error,
    });
  }
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/** The last that was run and is none of ours; null where there is none. */
async function findUnknownMigration(db: Database): Promise<string | null> {
  const table = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (table.rows.length === 0) return null;
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
