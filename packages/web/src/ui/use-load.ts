/**
 * Loads lists, reports and figures. Automatic refetches do not keep an idle session alive; failures are logged to the browser's console.
 */
import { type QueryFunctionContext, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

interface LoadOptions {
  readonly signal: AbortSignal;
  /** Whether this is an automatic refetch, not requested by the user. */
  readonly background: boolean;
}

export function useLoad() {
  const queries = useQueryClient();
  const requested = useRef(false);
  return {
    /** Makes the call of a query. It is a refetch if any query under the key `known` has data. */
    async load<T>(
      { signal, queryKey }: QueryFunctionContext,
      what: string,
      call: (options: LoadOptions) => Promise<T>,
      known: QueryKey = queryKey,
    ): Promise<T> {
      const answers = queries.getQueriesData({ queryKey: known });
      const background = !requested.current && answers.some(([, data]) => data !== undefined);
      requested.current = false;
      try {
        return await call({ signal, background });
      } catch (error) {
        if (!signal.aborted) console.error(`Failed to load the ${what}`, error);
        throw error;
      }
    },
    /** Marks the next call as requested by the user, who pressed Refresh. */
    markRequested() {
      requested.current = true;
    },
  };
}
