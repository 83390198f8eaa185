/** The gateways and their links, asked for when a screen has been drawn, and again every half minute; sooner for who looks at them. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { whenIdle } from '../app/when-idle.ts';
import { getGateways } from '../calls/gateways.ts';

const AGAIN_MS = 30_000;
/** While a link is not up, somebody waits for it. */
const SOON_MS = 3_000;

/** @param options.watching whether the links themselves are looked at */
export function useGateways({ watching = false }: { readonly watching?: boolean } = {}) {
  const asked = useRef(false);
  const query = useQuery({
    queryKey: ['gateways'],
    queryFn: async ({ signal }) => {
      const background = !asked.current;
      asked.current = false;
      if (background) await whenIdle();
      return getGateways({ signal, background });
    },
    refetchInterval: ({ state: { data = [] } }) =>
      watching && data.some(({ link }) => link?.state !== 'up') ? SOON_MS : AGAIN_MS,
    // In half a minute it is asked again.
    retry: false,
  });
  return {
    query,
    refresh() {
      asked.current = true;
      void query.refetch();
    },
  };
}
