/** Isolates failing items: for loops that process a queue in batches, one transaction each. */
import { isDatabaseUnavailable } from '@textprobe/database/core/database-errors';
import { StaleFenceError } from '@textprobe/database/leaders/fence';
import {
  forgetFailures,
  noteFailed,
  type SetAsideDeps,
  type SetAsideKind,
  type Taken,
} from '@textprobe/database/set-aside/set-aside';

/**
 * Processes the next batch. If that fails, the batch shrinks until the failing item is alone and its failure is
 * counted; after three failures the queue's own query skips it for a while. A success clears the item's failures in the
 * same transaction.
 * @param work processes up to `limit` items; calls `taken` with them before it does anything else
 * @throws the original error if the database is unavailable, the leadership was lost, or nothing had been taken
 */
export async function isolateFailures<T>(
  deps: SetAsideDeps,
  kind: SetAsideKind,
  maxItems: number,
  work: (limit: number, taken: Taken) => Promise<T>,
): Promise<T> {
  let limit = maxItems;
  for (;;) {
    let ids: readonly number[] = [];
    try {
      return await work(limit, async (tx, taken) => {
        ids = taken.map(({ id }) => id);
        await forgetFailures(tx, kind, ids);
      });
    } catch (error) {
      const [first] = ids;
      if (first === undefined || isDatabaseUnavailable(error) || error instanceof StaleFenceError)
        throw error;
      if (ids.length === 1) await noteFailed(deps, { kind, item: first, error });
      else limit = Math.ceil(ids.length / 8);
    }
  }
}
