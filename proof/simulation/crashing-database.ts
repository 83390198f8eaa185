/** A database on which the process crashes at times: inside a transaction, which is then lost, or just after its commit. */
import type { Database, Transaction } from '@textprobe/database/core/connection';

/** The crash of a simulated process. Its memory is lost, its commits are not. */
export class Crash extends Error {}

/** Decides when to crash. */
export interface CrashPlan {
  /** Called once per transaction. */
  next(): 'live' | 'die before commit' | 'die after commit';
}

export function createCrashingDatabase(db: Database, plan: CrashPlan): Database {
  async function execute<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const decision = plan.next();
    const result = await db.transaction().execute(async (tx) => {
      const done = await work(tx);
      if (decision === 'die before commit') throw new Crash('before the commit');
      return done;
    });
    if (decision === 'die after commit') throw new Crash('after the commit');
    return result;
  }

  return new Proxy(db, {
    get(target, key) {
      if (key === 'transaction') return () => ({ execute });
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
