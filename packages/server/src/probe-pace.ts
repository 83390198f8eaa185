/**
 * The pace of health probes. They are answered beside admission, since they must be answered in an overload too; so many of
 * them that all else would wait for it are answered in turn instead.
 */
import type { Clock } from '@textprobe/domain/clock';

const EVERY_MS = 10;

/**
 * Without it a flood over 64 connections was answered 6,900 times a second and made lists twice as slow as the same flood of
 * a static file does.
 * @param options.atOnce so many are answered within 10 ms
 * @returns resolves when a probe may be answered: at once, unless too many have been just now
 */
export function createProbePace({ clock, atOnce }: { clock: Clock; atOnce: number }): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let answered = 0;

  function nextTurn(): void {
    const taken = waiting.splice(0, atOnce);
    answered = taken.length;
    if (answered > 0) clock.after(EVERY_MS, nextTurn);
    for (const go of taken) go();
  }

  return () => {
    if (answered === atOnce) return new Promise((resolve) => waiting.push(resolve));
    if (answered === 0) clock.after(EVERY_MS, nextTurn);
    answered += 1;
    return Promise.resolve();
  };
}
