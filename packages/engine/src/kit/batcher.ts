/**
 * Gathers single calls into batches: whatever came in while the last batch was being written makes the next one. A
 * lone call goes out at once; under load a commit is shared by hundreds.
 */
import { isRefusal } from './transact.ts';

/** Takes items one by one and has them written together. */
export interface Batcher<Item, Result> {
  /** Resolves, or rejects, once the item's batch has been written. */
  add(item: Item): Promise<Result>;
  /** As {@link add}, without a promise. One of both is called, later; neither may throw. */
  push(item: Item, onWritten: (result: Result) => void, onFailure: (error: unknown) => void): void;
  /** Resolves when nothing is waiting or being written. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * @param options.write writes a batch and resolves with one result for each item, in their order. Batches are written one
 *   after the other, each in the order in which its items came.
 */
export function createBatcher<Item, Result>(options: {
  maxSize: number;
  /**
   * Asked before each batch that is not full yet, with the size of the one before: what it answers is waited for, so that
   * more may come. Nothing: it is written at once.
   */
  gather?: (lastSize: number) => Promise<void> | undefined;
  /** Of those that wait, which are to be written now; left out: all, as far as a batch has room. */
  choice?: {
    choose(waiting: readonly Item[]): readonly boolean[];
    /** Waited for where none was chosen, before the next look: time in which what they wait for can come in. */
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
    const goes: Waiting<Item, Result>[] = [];
    const stays: Waiting<Item, Result>[] = [];
    waiting.forEach((one, index) => {
      const isChosen = chosen === undefined || chosen[index] === true;
      (isChosen && goes.length < maxSize ? goes : stays).push(one);
    });
    waiting = stays;
    return goes;
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    let results: readonly Result[];
    try {
      results = await write(batch.map(({ item }) => item));
    } catch (error) {
      // One item that the database refuses must not take its neighbours down: halve until it stands alone.
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
    // Begun a microtask later, so that calls made in one go share the first batch too.
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
 * To gather what comes in by many connections in one turn of the event loop. Resolves once all that has come in by now is being
 * worked on. It takes no time but that.
 */
export function afterThisTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
