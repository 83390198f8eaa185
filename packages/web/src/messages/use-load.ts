/** How reports and figures are loaded: what nobody asked for keeps no idle session alive, and a failure is told to the browser's console. */
import { type QueryFunctionContext, type QueryKey, useQueryClient } from '@tanstack/react-query';

interface LoadOptions {
  readonly signal: AbortSignal;
  /** It is loaded again, and nobody asked for that. */
  readonly background: boolean;
}

/** Makes the call of a query. `known` is a key under which any earlier answer counts, where that is not the query's own. */
export function useLoad() {
  const queries = useQueryClient();
  return async <T>(
    { signal, queryKey }: QueryFunctionContext,
    what: string,
    call: (options: LoadOptions) => Promise<T>,
    known: QueryKey = queryKey,
  ): Promise<T> => {
    const answers = queries.getQueriesData({ queryKey: known });
    const background = answers.some(([, data]) => data !== undefined);
    try {
      return await call({ signal, background });
    } catch (error) {
      if (!signal.aborted) console.error(`Failed to load the ${what}`, error);
      throw error;
    }
  };
}
