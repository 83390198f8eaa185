/** What the tabs of one browser tell each other of their common session: that somebody has logged in, or out. */
export type SessionNews = 'logged-in' | 'logged-out';

const NAME = 'textprobe-session';

/** Heard by every other tab of the console. */
export function tellOtherTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Hears what other tabs tell; the answer ends it. */
export function followSessionNews(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = (message: MessageEvent<SessionNews>) => listener(message.data);
  return () => channel.close();
}
