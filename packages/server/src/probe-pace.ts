/**
 * The pace of health probes. They are answered beside admission, since they must be answered in an overload too; so many of
 * them that all else would wait for it are answered in turn instead.
 */
import type { Clock } from '@textprobe/domain/clock';

/**
 * 1,600 a second, which take a fifth of a core: a load balancer asks once a second. Without it a flood over 64 connections
 * was answered 6,900 times a second and made lists twice as slow as the same flood of a static file does.
 */
const EVERY_MS = 10;
const AT_ONCE = 16;

/** @returns resolves when a probe may be answered: at once, unless too many have been just now */
export function createProbePace(clock: Clock): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let answered = 0;

  function nextTurn(): void {
    const taken = waiting.splice(0, AT_ONCE);
    answered = taken.length;
    if (answered > 0) clock.after(EVERY_MS, nextTurn);
    for (const go of taken) go();
  }

  return () => {
    if (answered === AT_ONCE) return new Promise((resolve) => waiting.push(resolve));
    if (answered === 0) clock.after(EVERY_MS, nextTurn);
    answered += 1;
    return Promise.resolve();
  };
}
