/** What the tabs of one browser tell each other of their common session: that somebody has logged in, or out. */
type SessionNews = 'logged-in' | 'logged-out';

const NAME = 'textprobe-session';

/** A channel is heard by every other one of its name, those of the same tab too: that one knows already. */
const TAB = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Heard by every other tab of the console. */
export function tellOtherTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage({ tab: TAB, news });
  channel.close();
}

/** Hears what other tabs tell; the answer ends it. */
export function followSessionNews(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<{ tab: string; news: SessionNews }>) => {
    if (data.tab !== TAB) listener(data.news);
  };
  return () => channel.close();
}
