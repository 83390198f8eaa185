/** Counts the files that are being fetched and delivered, so that the lab knows when nothing is on its way. */

export interface FilesUnderWay {
  begin(): void;
  end(): void;
  readonly count: number;
  /** Aborts when the lab stops. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** @param onSettled told whenever one has ended */
export function createFilesUnderWay(onSettled: () => void): FilesUnderWay {
  const stopping = new AbortController();
  let count = 0;
  return {
    begin() {
      count += 1;
    },
    end() {
      count -= 1;
      onSettled();
    },
    get count() {
      return count;
    },
    signal: stopping.signal,
    stop: () => stopping.abort(new Error('the lab stops')),
  };
}
