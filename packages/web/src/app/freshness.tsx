/** How old what a screen shows is, beside its title. Counts by itself, so that the screen is not drawn every few seconds. */
import { relativeTime, useNow } from './relative-time.ts';

/** @param props.updatedAt epoch milliseconds; 0 before the first answer */
export function Freshness({ updatedAt }: { updatedAt: number }) {
  const now = useNow(5_000);
  return updatedAt === 0 ? null : <>Updated {relativeTime(updatedAt, now)}</>;
}
