/**
 * Receives the ids of changed tests over one event stream per browser. The tab with the Web Lock holds the stream and forwards events over
 * a BroadcastChannel; when it closes, another takes over. Each time the stream opens, also the first time, every listener gets `many`,
 * because earlier changes may have been missed.
 */
import type {
  LiveEnd,
  LIVE_END_EVENT as LiveEndEvent,
  LiveEvent,
  LIVE_EVENT as LiveEventName,
} from '@textprobe/contract/live';

// Copies of the contract's values, checked by their types: importing the values would add its schemas, 22 kB, to every screen.
const LIVE_EVENT: typeof LiveEventName = 'tests';
const LIVE_END_EVENT: typeof LiveEndEvent = 'end';

const NAME = 'textprobe-live';

const following = new Set<() => void>();

/** Stops listening everywhere: a stream that opens while the session ends would be rejected. */
export function endLiveEvents(): void {
  for (const stop of following) stop();
}

/** Starts listening. @returns stops it */
export function followLiveEvents(listener: (event: LiveEvent) => void): () => void {
  const ended = new AbortController();
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = (message: MessageEvent<LiveEvent>) => listener(message.data);
  const publish = (event: LiveEvent) => {
    listener(event);
    channel.postMessage(event);
  };
  const lead = () => new Promise<void>((resolve) => holdStream(publish, ended.signal, resolve));
  if ('locks' in navigator) {
    navigator.locks.request(NAME, { signal: ended.signal }, lead).catch((error: unknown) => {
      if (!ended.signal.aborted) console.warn('No live updates', error);
    });
  } else void lead();
  const stop = () => {
    following.delete(stop);
    ended.abort();
    channel.close();
  };
  following.add(stop);
  return stop;
}

function holdStream(publish: (event: LiveEvent) => void, signal: AbortSignal, done: () => void): void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waitMs = 1_000;
  const open = () => {
    source = new EventSource('/api/live');
    source.onopen = () => {
      waitMs = 1_000;
      publish({ many: true });
    };
    source.addEventListener(LIVE_EVENT, (event) => publish(JSON.parse(event.data) as LiveEvent));
    source.addEventListener(LIVE_END_EVENT, (event) => {
      const { reason } = JSON.parse(event.data) as LiveEnd;
      if (reason === 'draining') return; // EventSource reconnects by itself
      // The session has ended: the refetches are rejected with 401, which leads to the login.
      source?.close();
      publish({ many: true });
    });
    source.onerror = () => {
      // The browser closes a rejected stream (401, 503) for good, and reconnects a broken one.
      if (source?.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, 60_000);
    };
  };
  signal.addEventListener('abort', () => {
    clearTimeout(retry);
    source?.close();
    done();
  });
  if (!signal.aborted) open();
}
