/** The gateways and their links, asked for when a screen has been drawn, and again every half minute; sooner for who looks at them. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getGateways } from '../api/gateways.ts';
import { HttpError } from '../api/http.ts';
import { whenIdle } from '../ui/when-idle.ts';

const AGAIN_MS = 30_000;
/** While a link is not up, somebody waits for it. */
const SOON_MS = 3_000;

interface Looked {
  /** The links themselves are looked at. */
  readonly watching?: boolean;
  /** Only the frame of another screen wants to know: what it asks is no visit, and asks for no password. */
  readonly inFrame?: boolean;
}

export function useGateways({ watching = false, inFrame = false }: Looked = {}) {
  // Somebody has come to look at them, or pressed Refresh.
  const asked = useRef(!inFrame);
  const query = useQuery({
    queryKey: ['gateways'],
    queryFn: async ({ signal }) => {
      const background = !asked.current;
      asked.current = false;
      if (background) await whenIdle();
      return getGateways({ signal, background, final401: inFrame });
    },
    refetchInterval: ({ state: { data = [] } }) =>
      watching && data.some(({ link }) => link?.state !== 'up') ? SOON_MS : AGAIN_MS,
    refetchOnMount: inFrame ? true : 'always',
    // In half a minute it is asked again.
    retry: false,
  });
  const { refetch, error } = query;
  // What the frame asked may come to that there is no session any more: the screen asks by itself, and waits for a login.
  const isLoggedOut = !inFrame && error instanceof HttpError && error.status === 401;
  useEffect(() => {
    if (!isLoggedOut) return;
    asked.current = true;
    void refetch();
  }, [isLoggedOut, refetch]);
  return {
    query,
    isFailed: query.isError && !isLoggedOut,
    refresh() {
      asked.current = true;
      void refetch();
    },
  };
}
