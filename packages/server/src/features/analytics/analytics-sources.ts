/** The reads that figures are computed from; identical reads are shared. */
import type { Database } from '@textprobe/database/core/connection';
import {
  readFindings,
  readReceiptTruthByDay,
  readTotalsBy,
  readTotalsByKind,
} from '@textprobe/database/rollups/rollup-reader';
import type { Scope } from '@textprobe/database/scope/scope';
import { type CountedBy, countTestsByStatus } from '@textprobe/database/tests/status-counts';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';

/** What to read: the messages or tests in scope that match the filter. */
interface Read<F> {
  readonly scope: Scope;
  readonly filter: F;
}

type OfMessages = Read<AnalyticsFilter>;

/** Shares reads between concurrent calls. */
export function figureSources(db: Database) {
  return {
    kinds: shareReads(({ scope, filter }: OfMessages) => readTotalsByKind(db, scope, filter)),
    findings: shareReads(({ scope, filter }: OfMessages) => readFindings(db, scope, filter)),
    hours: shareReads(({ scope, filter }: OfMessages) => readTotalsBy(db, scope, 'hour', filter)),
    days: shareReads(({ scope, filter }: OfMessages) => readTotalsBy(db, scope, 'day', filter)),
    truthByDay: shareReads(({ scope, filter }: OfMessages) => readReceiptTruthByDay(db, scope, filter)),
    statuses: shareReads(({ scope, filter }: Read<CountedBy>) => countTestsByStatus(db, scope, filter)),
  };
}
export type FigureSources = ReturnType<typeof figureSources>;

/** For one call with many figures: reads each source once, so that all figures see the same sums. */
export function readOnce(sources: FigureSources): FigureSources {
  return {
    kinds: once(sources.kinds),
    findings: once(sources.findings),
    hours: once(sources.hours),
    days: once(sources.days),
    truthByDay: once(sources.truthByDay),
    statuses: once(sources.statuses),
  };
}

function once<Given, Answer>(read: (given: Given) => Promise<Answer>): typeof read {
  const answers = new Map<string, Promise<Answer>>();
  return (given) => {
    const key = JSON.stringify(given);
    const answer = answers.get(key) ?? read(given);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * Coalesces reads. Every caller gets a read that starts after its call, and so sees all that was committed by then: callers
 * that arrive while one read is in flight share the next.
 * @param read must depend only on its argument, which must be plain data
 */
export function shareReads<Given, Answer>(
  read: (given: Given) => Promise<Answer>,
): (given: Given) => Promise<Answer> {
  interface Reading {
    readonly running: Promise<Answer>;
    /** Shared by all callers since `running` began. */
    next: Promise<Answer> | null;
  }
  const inFlight = new Map<string, Reading>();

  async function begin(key: string, given: Given): Promise<Answer> {
    const reading: Reading = { running: read(given), next: null };
    inFlight.set(key, reading);
    try {
      return await reading.running;
    } finally {
      // A next read with waiting callers replaces this entry itself.
      if (reading.next === null) inFlight.delete(key);
    }
  }

  return (given) => {
    const key = JSON.stringify(given);
    const reading = inFlight.get(key);
    if (reading === undefined) return begin(key, given);
    const again = () => begin(key, given);
    reading.next ??= reading.running.then(again, again);
    return reading.next;
  };
}
