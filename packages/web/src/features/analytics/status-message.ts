/** What the banner says of the logs (ANALYTICS-2), word for word. */
import { figure } from '../../ui/counted.ts';

export interface LogsState {
  /** Nothing was loaded yet. */
  readonly isPending: boolean;
  /** What is shown belongs to another filter or page. */
  readonly isOutdated: boolean;
  readonly isFetching: boolean;
  /** Somebody pressed Refresh. */
  readonly isAsked: boolean;
  readonly isError: boolean;
  readonly isFiltered: boolean;
  /** Of the whole filter. */
  readonly total: number;
  readonly received: number;
}

/** Null after a failure: that is told to the browser's console alone (ANALYTICS-11). */
export function statusMessage(state: LogsState): string | null {
  if (state.isPending) return 'Loading reports...';
  if (state.isFetching) {
    if (state.isAsked) return 'Refreshing...';
    return state.isOutdated ? 'Loading logs...' : 'Refreshing data...';
  }
  if (state.isError) return null;
  if (state.total === 0) return state.isFiltered ? 'No logs match the current filters' : 'No logs found';
  const [total, received] = [state.total, state.received].map(figure);
  return `Successfully loaded ${total} logs with ${received} received`;
}
