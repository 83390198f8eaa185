/**
 * Which queries a live event makes stale, refetched in rounds: at most one each 300 ms, fewer of what takes long to fetch, never
 * cutting a fetch off, and none while nobody looks at the tab: it catches up when it is shown.
 */
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '@textprobe/contract/live';

/** At most so often. */
export const ROUND_MS = 300;
/**
 * A round is followed by a pause this many times as long as it took, so that at most a fifth of the time goes into fetching: a
 * report comes whole, and one of thousands of messages would keep the tab and the server at nothing else.
 */
const PAUSE_FACTOR = 4;
/** On however slow a line. */
const LONGEST_PAUSE_MS = 15_000;

/** Query keys: ['tests', …] for lists, ['report', testId] for reports. */
export function collectRefetches(queries: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let pauseMs = ROUND_MS;
  let many = false;
  const ids = new Set<number>();
  const isChanged = ({ queryKey: [kind, id] }: Pick<Query, 'queryKey'>) =>
    kind === 'tests' || (kind === 'report' && (many || ids.has(Number(id))));
  const isStale = () => many || ids.size > 0;

  const round = async () => {
    timer = undefined;
    if (!focusManager.isFocused()) return;
    // A fetch under way may have read the state before the change, and cutting it off would starve a slow link: wait.
    if (queries.isFetching({ predicate: isChanged }) > 0) return plan();
    isRunning = true;
    const began = performance.now();
    const refetched = queries.invalidateQueries({ predicate: isChanged });
    many = false;
    ids.clear();
    await refetched;
    isRunning = false;
    const tookMs = performance.now() - began;
    pauseMs = Math.min(Math.max(ROUND_MS, PAUSE_FACTOR * tookMs), LONGEST_PAUSE_MS);
    if (isStale()) plan();
  };
  const plan = () => {
    if (isRunning || !focusManager.isFocused()) return;
    timer ??= setTimeout(() => void round(), pauseMs);
  };
  const unfollow = focusManager.subscribe((isShown) => {
    if (!isShown || isRunning || !isStale()) return;
    clearTimeout(timer);
    void round();
  });
  return {
    note(event: LiveEvent) {
      if ('many' in event) many = true;
      else for (const id of event.testIds) ids.add(id);
      plan();
    },
    stop() {
      clearTimeout(timer);
      isRunning = true;
      unfollow();
    },
  };
}
