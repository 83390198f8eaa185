/**
 * The gateways and their links: loaded once the screen is rendered, then every 30 s, or every 3 s on a screen that shows links that are
 * down.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getGateways } from '../api/gateways.ts';
import { HttpError } from '../api/http.ts';

const POLL_MS = 30_000;
/** While a shown link is not up. */
const FAST_POLL_MS = 3_000;

interface UseGatewaysOptions {
  /** Whether the screen shows the links themselves. */
  readonly watching?: boolean;
  /** Whether only the frame around another screen needs them: its requests do not count as activity and do not ask for a login. */
  readonly inFrame?: boolean;
}

export function useGateways({ watching = false, inFrame = false }: UseGatewaysOptions = {}) {
  // The user opened the screen, or pressed Refresh.
  const requested = useRef(!inFrame);
  const query = useQuery({
    queryKey: ['gateways'],
    queryFn: async ({ signal }) => {
      const background = !requested.current;
      requested.current = false;
      return getGateways({ signal, background, final401: inFrame });
    },
    refetchInterval: ({ state: { data = [] } }) =>
      watching && data.some(({ link }) => link?.state !== 'up') ? FAST_POLL_MS : POLL_MS,
    refetchOnMount: inFrame ? true : 'always',
    // The next poll is 30 s away.
    retry: false,
  });
  const { refetch, error } = query;
  // If the frame's request found the session expired, the screen sends its own, which waits for a login.
  const isLoggedOut = !inFrame && error instanceof HttpError && error.status === 401;
  useEffect(() => {
    if (!isLoggedOut) return;
    requested.current = true;
    void refetch();
  }, [isLoggedOut, refetch]);
  return {
    query,
    isFailed: query.isError && !isLoggedOut,
    refresh() {
      requested.current = true;
      void refetch();
    },
  };
}
