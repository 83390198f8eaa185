/** The reads that figures are reckoned from: few, and shared by whoever needs the same. */
import type { Database } from '@textprobe/database/core/connection';
import { readFindings, readTotalsBy, readTotalsByKind } from '@textprobe/database/rollups/rollup-reader';
import { type CountedBy, countTestsByStatus } from '@textprobe/database/tests/status-counts';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';

/** Shared by calls that come at the same time. */
export function figureSources(db: Database) {
  return {
    kinds: shareReads((filter: AnalyticsFilter) => readTotalsByKind(db, filter)),
    findings: shareReads((filter: AnalyticsFilter) => readFindings(db, filter)),
    hours: shareReads((filter: AnalyticsFilter) => readTotalsBy(db, 'hour', filter)),
    days: shareReads((filter: AnalyticsFilter) => readTotalsBy(db, 'day', filter)),
    statuses: shareReads((filter: CountedBy) => countTestsByStatus(db, filter)),
  };
}
export type FigureSources = ReturnType<typeof figureSources>;

/** For one call that needs them for many figures: each is read once, and all see the same sums. */
export function askedOnce(sources: FigureSources): FigureSources {
  return {
    kinds: once(sources.kinds),
    findings: once(sources.findings),
    hours: once(sources.hours),
    days: once(sources.days),
    statuses: once(sources.statuses),
  };
}

function once<Asked, Answer>(read: (asked: Asked) => Promise<Answer>): typeof read {
  const answers = new Map<string, Promise<Answer>>();
  return (asked) => {
    const key = JSON.stringify(asked);
    const answer = answers.get(key) ?? read(asked);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * Whoever asks is answered by a read that begins after the question came, so that nobody is told less than was committed
 * by then: while one read is under way, all who come wait for the next, and share it.
 * @param read the answer depends on its argument alone, which must be plain data
 */
export function shareReads<Asked, Answer>(
  read: (asked: Asked) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  interface Reading {
    readonly running: Promise<Answer>;
    /** Shared by all who came since it began. */
    next: Promise<Answer> | null;
  }
  const underWay = new Map<string, Reading>();

  async function begin(key: string, asked: Asked): Promise<Answer> {
    const reading: Reading = { running: read(asked), next: null };
    underWay.set(key, reading);
    try {
      return await reading.running;
    } finally {
      // A next one, where somebody waits for it, puts itself in this one's place.
      if (reading.next === null) underWay.delete(key);
    }
  }

  return (asked) => {
    const key = JSON.stringify(asked);
    const reading = underWay.get(key);
    if (reading === undefined) return begin(key, asked);
    const again = () => begin(key, asked);
    reading.next ??= reading.running.then(again, again);
    return reading.next;
  };
}
