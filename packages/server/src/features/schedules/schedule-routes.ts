/** Previews a recurrence rule, stops a recurrence, and lists the runs of a test (REC-6, LIST-14, CALL-25). */
import { calls } from '@textprobe/contract/calls';
import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { PREVIEWED_OCCURRENCES, REPORT_RUN_LIMIT } from '@textprobe/contract/schedules';
import type { Database } from '@textprobe/database/core/connection';
import { countRunsOfTest, listRunsOfTest } from '@textprobe/database/runs/run-list';
import type { TestRow } from '@textprobe/database/tests/tests';
import type { Clock } from '@textprobe/domain/clock';
import { parseRecurrenceRule } from '@textprobe/domain/parse-recurrence-rule';
import { nextOccurrences } from '@textprobe/domain/recurrence';
import type { EngineApi } from '@textprobe/engine/api';
import type { FastifyInstance } from 'fastify';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { requireTest } from '../../tests/require-test.ts';
import { occurrenceToWire, ruleToWire, runToWire } from '../../tests/schedule-wire.ts';
import { testToWire } from '../../tests/wire.ts';

export function scheduleRoutes(
  app: FastifyInstance,
  { db, engineApi, clock }: { db: Database; engineApi: EngineApi; clock: Clock },
): void {
  route(app, calls.previewSchedule, async ({ body }) => {
    const now = clock.now();
    const parsed = parseRecurrenceRule(body, now);
    if (!parsed.ok) throw fieldProblem('body.invalid', parsed.errors);
    const found = nextOccurrences(parsed.rule, now, PREVIEWED_OCCURRENCES + 1);
    return {
      recurrenceRule: ruleToWire(parsed.rule),
      occurrences: found.slice(0, PREVIEWED_OCCURRENCES).map(occurrenceToWire),
      more: found.length > PREVIEWED_OCCURRENCES,
    };
  });

  route(app, calls.stopTest, async ({ query: { testId }, scope, write }) => {
    const stopped = await write(async (tx) => {
      const test = await requireTest(tx, scope, testId);
      const row = await engineApi.stopRecurrence(tx, testId);
      if (row === null) throw whyNotStopped(test);
      return testToWire(tx, scope, row);
    });
    engineApi.publishChanges([{ id: testId, partnerIds: stopped.partnerIDs }]);
    return stopped;
  });

  route(
    app,
    calls.testRuns,
    async ({ query: { testId, cursor }, reply, scope }) => {
      await requireTest(db, scope, testId);
      const page = { limit: REPORT_RUN_LIMIT + 1, dueBefore: dueBefore(cursor) };
      const [found, total] = await Promise.all([
        listRunsOfTest(db, scope, testId, page),
        countRunsOfTest(db, testId),
      ]);
      const rows = found.slice(0, REPORT_RUN_LIMIT);
      const last = rows.at(-1);
      reply.header(TOTAL_COUNT_HEADER, total);
      if (found.length > rows.length && last !== undefined) reply.header(NEXT_CURSOR_HEADER, last.due_at);
      return rows.map(runToWire);
    },
    { find: ({ query: { testId }, scope }) => requireTest(db, scope, testId) },
  );
}

function whyNotStopped({ id: testId, ...test }: TestRow): ProblemError {
  if (test.test_type !== 'RECURRING') {
    return new ProblemError('recurrence.none', `Test ${testId} does not recur: there is nothing to stop.`);
  }
  return new ProblemError('recurrence.ended', `The recurrence of test ${testId} has already ended.`);
}

/** The cursor is the due instant of the last run listed. */
function dueBefore(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const message = `Invalid cursor. Send the ${NEXT_CURSOR_HEADER} header of the previous page.`;
  throw fieldProblem('query.invalid', [{ field: 'cursor', code: 'invalid_format', message }]);
}
