/** A database on which the process dies now and then: within a transaction, which is then lost, or just after its commit. */
import type { Database, Transaction } from '@textprobe/database/core/connection';

/** The death of a simulated process. What it had in mind is gone, what it had committed is not. */
export class Crash extends Error {}

/** When to die. */
export interface Fates {
  /** Asked once for each transaction. */
  next(): 'live' | 'die before commit' | 'die after commit';
}

export function createCrashingDatabase(db: Database, fates: Fates): Database {
  async function execute<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const fate = fates.next();
    const result = await db.transaction().execute(async (tx) => {
      const done = await work(tx);
      if (fate === 'die before commit') throw new Crash('before the commit');
      return done;
    });
    if (fate === 'die after commit') throw new Crash('after the commit');
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
