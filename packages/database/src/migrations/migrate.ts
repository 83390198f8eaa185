/**
 * Migrates a database to the current schema. Kysely's Migrator takes a lock in the database, so any number of processes
 * may start at once: one migrates, the others wait and find nothing to do.
 */
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Database } from '../core/connection.ts';
import * as schema from './0001-schema.ts';

/** Changes whenever the schema is changed in place, so that a database with a different one is detected. */
const BASELINE = `0001-schema-${schema.fingerprint}`;

const migrations: Record<string, Migration> = { [BASELINE]: schema };
const provider: MigrationProvider = { getMigrations: async () => migrations };

/** The schema is from a newer version of the program; this one could only damage it. */
export class NewerSchemaError extends Error {
  constructor(migration: string) {
    super(
      `The database was created or updated by a newer version of Textprobe: it has the migration ${migration}, which this ` +
        'version does not know. Start the newer version again, or restore a backup from before the update.',
    );
    this.name = 'NewerSchemaError';
  }
}

/** The schema is from another development version: until the first release there is no migration between them. */
export class DevelopmentSchemaError extends Error {
  constructor() {
    super(
      'This database was created by an earlier development version of Textprobe, and until the first release the schema ' +
        'changes in place',
    );
    this.name = 'DevelopmentSchemaError';
  }
}

/**
 * Runs missing migrations, all in one transaction.
 * @param db opened with `statementTimeoutMs: 0`: waiting for another process's migration takes time
 * @returns the names of the migrations that were run now
 * @throws NewerSchemaError, DevelopmentSchemaError, or Error with the name of the failed migration and its cause
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  await refuseUnknown(db);
  const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  throw explainFailure(error, results.find(({ status }) => status === 'Error')?.migrationName);
}

function explainFailure(error: unknown, failed: string | undefined): Error {
  const where = failed === undefined ? 'could not migrate the database' : `migration ${failed} failed`;
  return new Error(`${where}: ${error instanceof Error ? error.message : 'no reason given'}`, {
    cause: error,
  });
}

async function refuseUnknown(db: Database): Promise<void> {
  const done = await migrationsOf(db);
  if (done.length > 0 && !done.includes(BASELINE)) throw new DevelopmentSchemaError();
  const newer = done.findLast((name) => migrations[name] === undefined);
  if (newer !== undefined) throw new NewerSchemaError(newer);
}

/** The migrations that a database has, in order. */
async function migrationsOf(db: Database): Promise<string[]> {
  const table = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (table.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether all migrations have been run, for the readiness probe. */
export async function migrationsAreCurrent(db: Database): Promise<boolean> {
  const known = await new Migrator({ db, provider }).getMigrations();
  return known.every((migration) => migration.executedAt !== undefined);
}
