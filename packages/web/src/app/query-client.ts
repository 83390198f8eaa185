/** The cache of the console's queries and mutations. Their failures are logged to the browser's console, by what they were to do. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { HttpError, isUnproven } from '../api/http.ts';

interface Purpose extends Record<string, unknown> {
  /** Completes "Failed to". Without it, failures are not logged. */
  readonly purpose?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Purpose;
    mutationMeta: Purpose;
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => logFailure(error, meta) }),
    mutationCache: new MutationCache({
      onError: (error, _sent, _result, { meta }) => logFailure(error, meta),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Retry only connection failures and server errors; a 4xx response would repeat.
        retry: (failures, error) => failures < 2 && !(error instanceof HttpError && error.status < 500),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      // Without a network, an action fails and says so, instead of waiting unseen and happening later.
      mutations: { networkMode: 'always' },
    },
  });
}

/** Neither is a failure: the user canceled the proof of the password, or the call was aborted because its result is obsolete. */
function isExpected(error: Error): boolean {
  return isUnproven(error) || error.name === 'AbortError';
}

function logFailure(error: Error, meta: Purpose | undefined): void {
  if (meta?.purpose !== undefined && !isExpected(error)) console.error(`Failed to ${meta.purpose}`, error);
}
