/** Loops that take the next of what waits, a batch in a transaction: a bad item is told from its neighbours. */
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
 * Works on the next of what waits. Where that fails it takes ever fewer of them, until what fails stands alone and its
 * failure is counted; the third time the work's own query leaves it out for a while. What works is forgotten in its own
 * transaction.
 * @param work takes so many at most, and says which before it does anything with them
 * @throws the error itself, where the database is away, another process leads by now, or nothing had been taken
 */
export async function isolateFailures<T>(
  deps: SetAsideDeps,
  kind: SetAsideKind,
  most: number,
  work: (limit: number, taken: Taken) => Promise<T>,
): Promise<T> {
  let limit = most;
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
