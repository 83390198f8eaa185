/** Counts what is in flight for the Messages API: files fetched and delivered, status callbacks. The lab is not idle before. */

export interface UnderWay {
  begin(): void;
  end(): void;
  readonly count: number;
  /** Aborts when the lab stops. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** @param onEnd called whenever one has ended */
export function createUnderWay(onEnd: () => void): UnderWay {
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
    stop: () => stopping.abort(new Error('the lab stops')),
  };
}
