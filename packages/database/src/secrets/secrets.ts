/** Secrets shared by all processes of an installation and generated automatically: signing keys and the like. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../core/connection.ts';

const SECRET_BYTES = 32;

/** The secret with that name; the first caller generates it (32 random bytes), and all others read the same. */
export async function readOrCreateSecret(db: Database, name: string): Promise<Buffer> {
  const found = await readSecret(db, name);
  if (found !== undefined) return found;
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(SECRET_BYTES) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const made = await readSecret(db, name);
  if (made === undefined) throw new Error(`secret ${name} was deleted after it was created`);
  return made;
}

/** The secret with that name; undefined if it was never generated. */
export async function readSecret(db: Database, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}
