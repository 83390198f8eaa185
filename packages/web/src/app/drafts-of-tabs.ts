/** Asks the console's other tabs for unsent drafts: a logout ends their sessions too. */
import { unsentDrafts } from '../ui/unsent-drafts.ts';

const CHANNEL = 'textprobe-drafts';
const QUESTION = 'which?';
/** Tabs in the background answer within a few milliseconds; frozen tabs are left out. */
const WITHIN_MS = 100;

/** A channel also delivers to listeners in the same tab. */
let isAsking = false;

/** Answers other tabs. @returns stops answering */
export function answerAboutDrafts(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === QUESTION && !isAsking) channel.postMessage(unsentDrafts(sessionStorage));
  };
  return () => channel.close();
}

/** What a logout would discard in them, in words. */
export async function draftsInOtherTabs(): Promise<string[]> {
  const channel = new BroadcastChannel(CHANNEL);
  const drafts: string[] = [];
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) drafts.push(...data.map((draft) => `${draft} in another tab`));
  };
  isAsking = true;
  channel.postMessage(QUESTION);
  await new Promise((resolve) => setTimeout(resolve, WITHIN_MS));
  isAsking = false;
  channel.close();
  return drafts;
}
