/**
 * A separate database for each test file: a copy of the migrated template, made in a few milliseconds on the PostgreSQL
 * that `global-setup.ts` starts once per run.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../core/connection.ts';
import { type Log, silentLog } from '../core/log.ts';
import { TEMPLATE_DATABASE, urlOfDatabase } from './test-cluster.ts';

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  /** Closes `db` and deletes the database, whatever else is connected. Idempotent. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly log?: Log;
  readonly maxConnections?: number;
  /** Without the schema, for tests that migrate it. */
  readonly empty?: boolean;
}

/**
 * A migrated database without rows, with partitions around the present. Call it at the top of a file (or in
 * `beforeEach`) and `drop` it at the end.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = await askForCluster();
  const name = `test_${randomBytes(6).toString('hex')}`;
  // 13 ms; through the log, which is the default, 20 ms.
  const template = options.empty ? 'template0' : TEMPLATE_DATABASE;
  await runAsAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = urlOfDatabase(adminUrl, name);
  const { log = silentLog, maxConnections = 10 } = options;
  const db = openDatabase({ url, log, applicationName: 'test', maxConnections });
  let dropped: Promise<void> | undefined;

  async function drop(): Promise<void> {
    await closeDatabase(db);
    await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
  }

  return { db, url, drop: () => (dropped ??= drop()) };
}

/** The first request starts the cluster, so that a run without databases does not wait for it. */
async function askForCluster(): Promise<string> {
  const answer = await text(connect(inject('testClusterPort'), '127.0.0.1'));
  const { adminUrl, error } = JSON.parse(answer) as { adminUrl?: string; error?: string };
  if (adminUrl === undefined) throw new Error(`no PostgreSQL for the tests: ${error}`);
  return adminUrl;
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
