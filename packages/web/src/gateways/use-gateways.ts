/** The gateways and their links, asked for when a screen has been drawn, and again every half minute. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { whenIdle } from '../app/when-idle.ts';
import { getGateways } from '../calls/gateways.ts';

const AGAIN_MS = 30_000;

export function useGateways() {
  const asked = useRef(false);
  const query = useQuery({
    queryKey: ['gateways'],
    queryFn: async ({ signal }) => {
      const background = !asked.current;
      asked.current = false;
      if (background) await whenIdle();
      return getGateways({ signal, background });
    },
    refetchInterval: AGAIN_MS,
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
