/**
 * Refetches the queries that live events make stale, in rounds: at most one per 300 ms and fewer for slow fetches, without aborting a
 * fetch. A hidden tab fetches nothing and catches up when it is shown.
 */
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '@textprobe/contract/live';

/** Minimum time between rounds. */
export const ROUND_MS = 300;
/**
 * A round is followed by a pause of this many times its duration, so that fetching takes at most a fifth of the time: a report is loaded as
 * a whole, and one with thousands of messages would otherwise keep the tab and the server fully busy.
 */
const PAUSE_FACTOR = 4;
/** Upper limit of the pause on slow connections. */
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
    // A fetch in flight may have read the old state, and aborting it would starve a slow connection: wait.
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
