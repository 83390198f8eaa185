/** What hears of the items that a transaction has taken, so that one that fails can be told from its neighbours. */
import type { Transaction } from '../connection.ts';

/** Called within the transaction, before anything is done with the items. */
export type Taken = (tx: Transaction, ids: readonly number[]) => Promise<void>;
