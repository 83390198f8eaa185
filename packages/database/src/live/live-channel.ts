/** The channel on which processes tell each other which tests have changed: test ids only, never what changed. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

/** What to LISTEN to. */
export const LIVE_TESTS_CHANNEL = 'textprobe_tests';

/** `many`: more than is worth naming. */
export type LiveTests = { readonly testIds: readonly number[] } | { readonly many: true };

/** A notification holds less than 8,000 bytes; beyond this a reader is better off fetching what it shows. */
const MOST_NAMED = 500;

/** Tells every process; on its own, never within a transaction that matters (design section 6). */
export async function notifyTests(db: Database, testIds: readonly number[]): Promise<void> {
  const change: LiveTests = testIds.length > MOST_NAMED ? { many: true } : { testIds };
  await sql`select pg_notify(${LIVE_TESTS_CHANNEL}, ${JSON.stringify(change)})`.execute(db);
}

/** Reads a notification's payload; one that is not understood means `many`. */
export function parseLiveTests(payload: string | undefined): LiveTests {
  try {
    const change = JSON.parse(payload ?? '') as { testIds?: unknown };
    if (Array.isArray(change.testIds) && change.testIds.every(Number.isSafeInteger)) {
      return { testIds: change.testIds as number[] };
    }
  } catch {
    // Of another version of this program: refetching is always right.
  }
  return { many: true };
}
