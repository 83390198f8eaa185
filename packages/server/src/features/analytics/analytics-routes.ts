/** Serves analytics figures: one per call (CALL-18), and many in one answer (DATA-10). */
import { type AnalyticsQuery, analyticsCalls } from '@textprobe/contract/analytics';
import { type FigureName, type FigureWord, figureOfWord } from '@textprobe/contract/analytics-bundle';
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { createFigures, type Figures } from './analytics-figures.ts';
import { figureSources, readOnce } from './analytics-sources.ts';

interface AnalyticsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Any call that answers one figure. */
interface FigureCall extends Call {
  readonly query: z.ZodType;
  readonly answer: z.ZodType;
}

export function analyticsRoutes(app: FastifyInstance, { db, clock }: AnalyticsDeps): void {
  const sources = figureSources(db);
  for (const [name, call] of Object.entries(analyticsCalls)) {
    // `Figures` already checks each figure against its call's answer.
    route(app, call as FigureCall, ({ query, scope }) =>
      createFigures(sources, scope, clock)[name as FigureName](query as AnalyticsQuery),
    );
  }

  route(app, calls.analyticsBundle, async ({ query, request, scope }) => {
    const { names, periods = [], ...filters } = query;
    const together = createFigures(readOnce(sources), scope, clock);
    const ofSpan = (span: AnalyticsQuery) => gather(together, names, span, request.log);
    const [whole, ...others] = await Promise.all([
      ofSpan(filters),
      ...periods.map(({ from, before }) => ofSpan({ ...filters, startDate: from, endDate: before })),
    ]);
    return {
      ...(whole as Gathered),
      periods: periods.map(({ startDate, endDate }, index) => ({
        startDate,
        endDate,
        ...(others[index] as Gathered),
      })),
    };
  });
}

interface Gathered {
  readonly figures: Record<string, unknown>;
  readonly failed: Record<string, string>;
}

/** @throws the first error when all figures failed, for instance because the database is unreachable */
async function gather(
  figures: Figures,
  words: readonly FigureWord[],
  query: AnalyticsQuery,
  log: FastifyBaseLogger,
): Promise<Gathered> {
  const settled = await Promise.allSettled(words.map((word) => figures[figureOfWord(word)](query)));
  const gathered: Gathered = { figures: {}, failed: {} };
  const reasons: unknown[] = [];
  for (const [index, one] of settled.entries()) {
    const word = words[index] as FigureWord;
    if (one.status === 'fulfilled') gathered.figures[word] = one.value;
    else {
      reasons.push(one.reason);
      gathered.failed[word] =
        one.reason instanceof ProblemError ? one.reason.message : 'Something went wrong on our side.';
      if (!(one.reason instanceof ProblemError))
        log.error({ err: one.reason, figure: word }, 'a figure failed');
    }
  }
  if (reasons.length === words.length) throw reasons[0];
  return gathered;
}
