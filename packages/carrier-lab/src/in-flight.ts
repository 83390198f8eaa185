/** Counts the Messages API's file transfers and status callbacks in flight, which keep the lab from being idle. */

export interface InFlight {
  begin(): void;
  end(): void;
  readonly count: number;
  /** Aborts when the lab stops. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** @param onEnd called whenever one ends */
export function createInFlight(onEnd: () => void): InFlight {
  const stopping = new AbortController();
  let count = 0;
  return {
    begin() {
      count += 1;
    },
    end() {
      count -= 1;
      onEnd();
    },
    get count() {
      return count;
    },
    signal: stopping.signal,
    stop: () => stopping.abort(new Error('the lab is stopping')),
  };
}
