/**
 * Groups single calls into batches: calls that arrive while one batch is being written form the next. A lone call is
 * written at once; under load hundreds share a commit.
 */
import { isRefusal } from './transact.ts';

export interface Batcher<Item, Result> {
  /** Resolves or rejects once the item's batch has been written. */
  add(item: Item): Promise<Result>;
  /** Like {@link add} with callbacks instead of a promise. Exactly one is called, asynchronously; neither may throw. */
  push(item: Item, onWritten: (result: Result) => void, onFailure: (error: unknown) => void): void;
  /** Resolves once nothing is waiting or being written. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * @param options.write writes a batch and resolves with one result per item, in order. Batches are written one at a
 *   time, items in arrival order.
 */
export function createBatcher<Item, Result>(options: {
  maxSize: number;
  /**
   * Called before each batch that is not full, with the size of the previous one. The batcher waits for the returned
   * promise so that more items can arrive; undefined: write at once.
   */
  gather?: (lastSize: number) => Promise<void> | undefined;
  /** Selects which waiting items to write now; by default all that fit. */
  choice?: {
    choose(waiting: readonly Item[]): readonly boolean[];
    /** Awaited if nothing was selected, before the next try. */
    pause(): Promise<void>;
  };
  write: (items: readonly Item[]) => Promise<readonly Result[]>;
}): Batcher<Item, Result> {
  const { maxSize, write, gather, choice } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let lastSize = 0;
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < maxSize) await gather?.(lastSize);
      const batch = take();
      if (batch.length === 0) {
        await choice?.pause();
        continue;
      }
      lastSize = batch.length;
      await settle(batch);
    }
    writing = undefined;
  }

  function take(): readonly Waiting<Item, Result>[] {
    const chosen = choice?.choose(waiting.map(({ item }) => item));
    const batch: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    waiting.forEach((one, index) => {
      const isChosen = chosen === undefined || chosen[index] === true;
      (isChosen && batch.length < maxSize ? batch : rest).push(one);
    });
    waiting = rest;
    return batch;
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    let results: readonly Result[];
    try {
      results = await write(batch.map(({ item }) => item));
    } catch (error) {
      // One item that the database refuses must not fail the others: halve the batch until it is isolated.
      if (batch.length > 1 && isRefusal(error)) {
        const middle = batch.length >> 1;
        await settle(batch.slice(0, middle));
        await settle(batch.slice(middle));
      } else {
        for (const { reject } of batch) reject(error);
      }
      return;
    }
    batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
  }

  function push(item: Item, resolve: (result: Result) => void, reject: (error: unknown) => void): void {
    waiting.push({ item, resolve, reject });
    // Start in a microtask, so that calls made in one tick share the first batch too.
    writing ??= Promise.resolve().then(writeAll);
  }

  return {
    push,
    add: (item) => new Promise((resolve, reject) => push(item, resolve, reject)),
    async idle() {
      while (writing !== undefined) await writing;
    },
  };
}

/**
 * A `gather` that collects what arrives over many connections in one tick of the event loop. Resolves after the current
 * tick, without any other delay.
 */
export function afterThisTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
