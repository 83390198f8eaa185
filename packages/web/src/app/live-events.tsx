/** Turns live events into refetches of what is on the screen, at most one round each 300 ms. */
import type { LiveEvent } from '@textprobe/contract/live';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLiveEvents } from './live-stream.ts';

const ROUND_MS = 300;

export function LiveEvents() {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let many = false;
    const ids = new Set<number>();
    const round = () => {
      timer = undefined;
      refetchChanged(queries, many ? 'many' : new Set(ids));
      many = false;
      ids.clear();
    };
    const stop = followLiveEvents((event: LiveEvent) => {
      if ('many' in event) many = true;
      else for (const id of event.testIds) ids.add(id);
      timer ??= setTimeout(round, ROUND_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries]);
  return null;
}

/** Query keys: ['tests', …] for lists, ['report', testId] for reports. */
function refetchChanged(queries: QueryClient, changed: 'many' | ReadonlySet<number>): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [kind, id] }) =>
      kind === 'tests' || (kind === 'report' && (changed === 'many' || changed.has(Number(id)))),
  });
}
