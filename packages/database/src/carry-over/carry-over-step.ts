/** What a step is that carries the rows of an earlier version over to this one. */
import type { Clock } from '@textprobe/domain/clock';
import type { Database } from '../connection.ts';
import type { Log } from '../log.ts';

/**
 * Work on existing rows that a migration leaves behind because it takes longer than a lock may be held: rows are counted
 * or filled a piece at a time, indexes are made concurrently.
 *
 * A step may be killed at any instant and is then run again from its beginning, so it finds out from the database what
 * is left to do. The program may be at work meanwhile. No statement of it keeps others waiting for more than a second.
 */
export interface CarryOverStep {
  /** Recorded once the step is done. Begins with the number of the migration that it completes; never changed. */
  readonly name: string;
  /** Does all that is left. */
  run(on: CarryOverSite): Promise<void>;
}

/** Where a step works. */
export interface CarryOverSite {
  /**
   * One session, outside any transaction, without a statement timeout. The step begins its own transactions, or runs
   * what must not be in one, such as `create index concurrently`.
   */
  readonly session: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells how far it is, for the log: `done` of `total` pieces. Call it as often as you like. */
  progress(done: number, total: number): void;
}
