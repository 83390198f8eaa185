/** Counts what is under way, so that a stop can wait for it. */

export interface UnderWay {
  readonly count: number;
  /** One more, until as many calls of {@link end}. */
  begin(): void;
  end(): void;
  /** Counts `work` until it ends; hands it back. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  let count = 0;
  let emptied: PromiseWithResolvers<void> | undefined;

  function begin() {
    count += 1;
  }

  function end() {
    count -= 1;
    if (count > 0) return;
    emptied?.resolve();
    emptied = undefined;
  }

  return {
    get count() {
      return count;
    },
    begin,
    end,
    track(work) {
      begin();
      work.then(end, end);
      return work;
    },
    idle() {
      if (count === 0) return Promise.resolve();
      emptied ??= Promise.withResolvers();
      return emptied.promise;
    },
  };
}
