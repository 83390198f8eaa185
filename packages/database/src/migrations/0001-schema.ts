/**
 * The complete schema. Until the first release it is changed here, in place; the files of `schema/` contain the tables
 * by feature.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { accountTables } from '../schema/tables/accounts.ts';
import { auditTables } from '../schema/tables/audit.ts';
import { directoryTables } from '../schema/tables/directory.ts';
import { evidenceTables } from '../schema/tables/evidence.ts';
import { gatewayTables } from '../schema/tables/gateways.ts';
import { handsetTables } from '../schema/tables/handsets.ts';
import { mediaTables } from '../schema/tables/media.ts';
import { messageTables } from '../schema/tables/messages.ts';
import { recipientSetTables } from '../schema/tables/recipient-sets.ts';
import { rollupTables } from '../schema/tables/rollups.ts';
import { savedViewTables } from '../schema/tables/saved-views.ts';
import { testTables } from '../schema/tables/tests.ts';
import { upkeepTables } from '../schema/tables/upkeep.ts';
import { DEFAULT_PARTITIONS, keepLeanStatistics } from './month-partitions.ts';

/** Each after the tables that it refers to. */
const statements = [
  accountTables,
  directoryTables,
  gatewayTables,
  testTables,
  recipientSetTables,
  savedViewTables,
  mediaTables,
  messageTables,
  evidenceTables,
  handsetTables,
  rollupTables,
  upkeepTables,
  auditTables,
].flat();

/** A hash of these statements: any change of the text changes the name. */
export const fingerprint: string = createHash('sha256')
  .update(statements.join(';'))
  .digest('hex')
  .slice(0, 8);

const CODE_KEY_BYTES = 32;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  // Monthly tables get the same when they are created (`month-partitions.ts`).
  for (const table of DEFAULT_PARTITIONS) await keepLeanStatistics(db, table);
  // The key of the message codes. Created only here, so that a lost key is never silently replaced by another.
  await sql`insert into secrets (name, value) values ('message codes', ${randomBytes(CODE_KEY_BYTES)})`.execute(
    db,
  );
}
