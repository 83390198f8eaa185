/** Lets the console's frame handle a refused call by asking the user, who may let it through. */

/** Resolves once the user has answered: true if the call should be retried. */
export type Keeper = () => Promise<boolean>;

export function createKeeper() {
  let current: Keeper | null = null;
  return {
    /** @returns removes the keeper */
    keep(keeper: Keeper): () => void {
      current = keeper;
      return () => {
        if (current === keeper) current = null;
      };
    },
    /** Waits for the keeper, then throws if the caller has aborted; false without a keeper. */
    async mayRetry(signal: AbortSignal | undefined): Promise<boolean> {
      if (current === null) return false;
      const answer = await current();
      signal?.throwIfAborted();
      return answer;
    },
  };
}
