/** Turns live events into refetches of what is on the screen, at most one round each 300 ms. */
import type { LiveEvent } from '@textprobe/contract/live';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLiveEvents } from './live-stream.ts';

const ROUND_MS = 300;

export function LiveEvents() {
  const queries = useQueryClient();
  useEffect(() => {
    const refetches = collectRefetches(queries);
    const stop = followLiveEvents(refetches.note);
    return () => {
      stop();
      refetches.stop();
    };
  }, [queries]);
  return null;
}

/** Collects what has changed and refetches it in rounds. Query keys: ['tests', …] for lists, ['report', testId] for reports. */
function collectRefetches(queries: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let many = false;
  const ids = new Set<number>();
  const isChanged = ({ queryKey: [kind, id] }: Query) =>
    kind === 'tests' || (kind === 'report' && (many || ids.has(Number(id))));

  const round = () => {
    // A fetch under way may have read the state before the change, and cutting it off would starve a slow link: wait.
    if (queries.isFetching({ predicate: isChanged }) > 0) {
      timer = setTimeout(round, ROUND_MS);
      return;
    }
    timer = undefined;
    void queries.invalidateQueries({ predicate: isChanged });
    many = false;
    ids.clear();
  };
  return {
    note(event: LiveEvent) {
      if ('many' in event) many = true;
      else for (const id of event.testIds) ids.add(id);
      timer ??= setTimeout(round, ROUND_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
