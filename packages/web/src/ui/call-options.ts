/** The options of the calls that load lists, reports and figures: an automatic refetch does not keep an idle session alive. */
import type { QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';

interface LoadOptions {
  readonly signal: AbortSignal;
  /** Whether this is an automatic refetch, not requested by the user. */
  readonly background: boolean;
}

/** The options of a query's call. It is a refetch if any query under the key `known` has data. */
export function callOptions(
  { client, queryKey, signal }: QueryFunctionContext,
  known: QueryKey = queryKey,
): LoadOptions {
  const answers = client.getQueriesData({ queryKey: known });
  return { signal, background: answers.some(([, data]) => data !== undefined) };
}

/** The same for queries that the user may refetch. */
export function useCallOptions() {
  const requested = useRef(false);
  return {
    optionsOf(context: QueryFunctionContext): LoadOptions {
      const options = callOptions(context);
      const background = options.background && !requested.current;
      requested.current = false;
      return { ...options, background };
    },
    /** Marks the next call as requested by the user, who pressed Refresh. */
    markRequested() {
      requested.current = true;
    },
  };
}
