/**
 * Loads lists, reports and figures. Automatic refetches do not keep an idle session alive; failures go to the browser's
 * console.
 */
import { type QueryFunctionContext, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

interface LoadOptions {
  readonly signal: AbortSignal;
  /** An automatic refetch: the user did not ask for it. */
  readonly background: boolean;
}

export function useLoad() {
  const queries = useQueryClient();
  const asked = useRef(false);
  return {
    /** Makes the call of a query. It is a refetch if any query under the key `known` has data. */
    async load<T>(
      { signal, queryKey }: QueryFunctionContext,
      what: string,
      call: (options: LoadOptions) => Promise<T>,
      known: QueryKey = queryKey,
    ): Promise<T> {
      const answers = queries.getQueriesData({ queryKey: known });
      const background = !asked.current && answers.some(([, data]) => data !== undefined);
      asked.current = false;
      try {
        return await call({ signal, background });
      } catch (error) {
        if (!signal.aborted) console.error(`Failed to load the ${what}`, error);
        throw error;
      }
    },
    /** The next call is the user's: Refresh was pressed. */
    ask() {
      asked.current = true;
    },
  };
}
