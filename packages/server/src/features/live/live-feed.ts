/** Brings the database's notifications of changed tests to whoever subscribes: one listening connection a process. */
import type { LiveEvent } from '@textprobe/contract/live';
import { listen } from '@textprobe/database/core/listen';
import type { Log } from '@textprobe/database/core/log';
import { LIVE_TESTS_CHANNEL, parseLiveTests } from '@textprobe/database/live/channels';
import type { Clock } from '@textprobe/domain/clock';

interface LiveFeed {
  /** Listeners are told until the answered function is called. After a gap everybody is told `many`. */
  subscribe(listener: (event: LiveEvent) => void): () => void;
  close(): Promise<void>;
}

/** Resolves once it listens. */
export async function createLiveFeed(deps: { url: string; clock: Clock; log: Log }): Promise<LiveFeed> {
  const listeners = new Set<(event: LiveEvent) => void>();
  const tell = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const connection = await listen(
    deps.url,
    [LIVE_TESTS_CHANNEL],
    {
      onNotification: (_channel, payload) => {
        const change = parseLiveTests(payload);
        tell('many' in change ? change : { testIds: [...change.testIds] });
      },
      onReconnect: () => tell({ many: true }),
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
