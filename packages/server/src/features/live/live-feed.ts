/** Passes the database's notifications of changed tests to subscribers, over one connection per process. */
import type { LiveEvent } from '@textprobe/contract/live';
import { listen } from '@textprobe/database/core/listen';
import type { Log } from '@textprobe/database/core/log';
import { LIVE_TESTS_CHANNEL, parseLiveTests } from '@textprobe/database/live/channels';
import type { Clock } from '@textprobe/domain/clock';

interface LiveFeed {
  /** Notifies the listener until the returned function is called; with `many` after a connection gap. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
  close(): Promise<void>;
}

/** Resolves once it is listening. */
export async function createLiveFeed(deps: { url: string; clock: Clock; log: Log }): Promise<LiveFeed> {
  const listeners = new Set<(event: LiveEvent) => void>();
  const publish = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const connection = await listen(
    deps.url,
    [LIVE_TESTS_CHANNEL],
    {
      onNotification: (_channel, payload) => {
        const change = parseLiveTests(payload);
        publish('many' in change ? change : { testIds: [...change.testIds] });
      },
      onReconnect: () => publish({ many: true }),
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
