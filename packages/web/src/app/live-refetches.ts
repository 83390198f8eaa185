/** Which queries a live event makes stale, refetched in rounds: at most one each 300 ms, and never cutting a fetch off. */
import type { LiveEvent } from '@textprobe/contract/live';
import type { Query, QueryClient } from '@tanstack/react-query';

export const ROUND_MS = 300;

/** Query keys: ['tests', …] for lists, ['report', testId] for reports. */
export function collectRefetches(queries: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let many = false;
  const ids = new Set<number>();
  const isChanged = ({ queryKey: [kind, id] }: Pick<Query, 'queryKey'>) =>
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
