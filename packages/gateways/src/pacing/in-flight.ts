/** Counts operations in flight, so that a stop can wait for them. */

export interface InFlight {
  readonly count: number;
  /** Adds one; each call needs one call of {@link end}. */
  begin(): void;
  end(): void;
  /** Counts `work` until it settles, and returns it. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves once nothing is in flight. */
  idle(): Promise<void>;
}

export function createInFlight(): InFlight {
  let count = 0;
  let becameIdle: PromiseWithResolvers<void> | undefined;

  function begin() {
    count += 1;
  }

  function end() {
    count -= 1;
    if (count > 0) return;
    becameIdle?.resolve();
    becameIdle = undefined;
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
      becameIdle ??= Promise.withResolvers();
      return becameIdle.promise;
    },
  };
}
