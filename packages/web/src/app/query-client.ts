/** The cache of the console's queries. */
import { QueryClient } from '@tanstack/react-query';
import { HttpError } from '../api/http.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Retry only connection failures and server errors; a 4xx response would repeat.
        retry: (failures, error) => failures < 2 && !(error instanceof HttpError && error.status < 500),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  });
}
