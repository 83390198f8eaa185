/** Passes the database's notifications of changed tests to subscribers, over one connection per process. */
import { listen } from '@textprobe/database/core/listen';
import type { Log } from '@textprobe/database/core/log';
import { LIVE_TESTS_CHANNEL, type LiveTests, parseLiveTests } from '@textprobe/database/live/channels';
import type { Clock } from '@textprobe/domain/clock';

/** Gets changed tests by their partners; null: any may have changed, as after a connection gap. */
export type LiveListener = (changes: readonly LiveTests[] | null) => void;

export interface LiveFeed {
  /** Notifies the listener until the returned function is called. */
  subscribe(listener: LiveListener): () => void;
  close(): Promise<void>;
}

/** Resolves once it is listening. */
export async function createLiveFeed(deps: { url: string; clock: Clock; log: Log }): Promise<LiveFeed> {
  const listeners = new Set<LiveListener>();
  const publish: LiveListener = (changes) => {
    for (const listener of listeners) listener(changes);
  };
  const connection = await listen(
    deps.url,
    [LIVE_TESTS_CHANNEL],
    {
      onNotification: (_channel, payload) => publish(parseLiveTests(payload)),
      onReconnect: () => publish(null),
    },
    deps,
  );
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => connection.close(),
  };
}
