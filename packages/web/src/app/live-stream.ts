/**
 * Which tests have changed, as the server tells it: one event stream a browser. The tab that holds the Web Lock keeps the
 * stream and passes each word on over a BroadcastChannel; when it closes, another takes over. Whenever the stream opens,
 * the first time too, every listener is told `many`: nobody knows what was missed before.
 */
import type {
  LiveEnd,
  LIVE_END_EVENT as LiveEndEvent,
  LiveEvent,
  LIVE_EVENT as LiveEventName,
} from '@textprobe/contract/live';

// The contract's words, held to them by their types: as values they would bring its schemas, 22 kB, to every screen.
const LIVE_EVENT: typeof LiveEventName = 'tests';
const LIVE_END_EVENT: typeof LiveEndEvent = 'end';

const NAME = 'textprobe-live';

/** Starts listening; the answer ends it. */
export function followLiveEvents(listener: (event: LiveEvent) => void): () => void {
  const ended = new AbortController();
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = (message: MessageEvent<LiveEvent>) => listener(message.data);
  const tell = (event: LiveEvent) => {
    listener(event);
    channel.postMessage(event);
  };
  const lead = () => new Promise<void>((resolve) => holdStream(tell, ended.signal, resolve));
  if ('locks' in navigator) {
    navigator.locks.request(NAME, { signal: ended.signal }, lead).catch((error: unknown) => {
      if (!ended.signal.aborted) console.warn('No live updates', error);
    });
  } else void lead();
  return () => {
    ended.abort();
    channel.close();
  };
}

function holdStream(tell: (event: LiveEvent) => void, signal: AbortSignal, done: () => void): void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waitMs = 1_000;
  const open = () => {
    source = new EventSource('/api/live');
    source.onopen = () => {
      waitMs = 1_000;
      tell({ many: true });
    };
    source.addEventListener(LIVE_EVENT, (event) => tell(JSON.parse(event.data) as LiveEvent));
    source.addEventListener(LIVE_END_EVENT, (event) => {
      const { reason } = JSON.parse(event.data) as LiveEnd;
      if (reason === 'draining') return; // the browser connects again by itself
      // The session is over: the refetches that this causes are refused, and lead to the login.
      source?.close();
      tell({ many: true });
    });
    source.onerror = () => {
      // A refused stream (401, 503) is closed for good by the browser; a broken one it opens again by itself.
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
