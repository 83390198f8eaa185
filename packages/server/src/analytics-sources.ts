/** The reads that figures are reckoned from: few, and shared by whoever needs the same. */
import type { Database } from '@textprobe/database/connection';
import { readFindings, readTotalsBy, readTotalsByKind } from '@textprobe/database/rollups/rollup-reader';
import { type CountedBy, countTestsByStatus } from '@textprobe/database/tests/status-counts';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { shareReads } from './shared-reads.ts';

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
