/** Creates, lists, reads, changes and deletes tests (CALL-5 to 9, LIST-13). */
import { calls } from '@textprobe/contract/calls';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { TESTS_PAGE_SIZE, type Test } from '@textprobe/contract/tests';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { ChangedTest } from '@textprobe/database/live/channels';
import { listTestMedia } from '@textprobe/database/media/media-files';
import { findMessageOfCode } from '@textprobe/database/message-log/message-log';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Scope } from '@textprobe/database/scope/scope';
import { listTestsPage, streamTests, type TestFilter } from '@textprobe/database/tests/list';
import {
  type ChangeRefusal,
  deleteTest,
  insertTest,
  type TestRow,
  updateTest,
} from '@textprobe/database/tests/tests';
import type { Clock } from '@textprobe/domain/clock';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import type { EngineApi } from '@textprobe/engine/api';
import type { FastifyInstance } from 'fastify';
import { sendJsonList } from '../../http/json-stream.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { defineTest } from '../../tests/definition.ts';
import { limitProblem } from '../../tests/limit-problem.ts';
import { requireRecipients } from '../../tests/recipients.ts';
import { requireTest, unknownTest } from '../../tests/require-test.ts';
import { testsToWire, testToWire } from '../../tests/wire.ts';
import { readTestForm, takeTestForms } from './form.ts';
import { gatherTestMedia, keepTestMedia, type TestMediaDeps } from './media.ts';

/** Rows per batch while the whole list is streamed. */
const STREAM_BATCH = 100;

interface TestDeps extends TestMediaDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly engineApi: EngineApi;
  readonly clock: Clock;
}

export async function testRoutes(app: FastifyInstance, deps: TestDeps): Promise<void> {
  const { db, codes, engineApi, clock, intake } = deps;
  await app.register(async (forms) => {
    await takeTestForms(forms, intake);
    const options = { preValidation: readTestForm(intake) };

    route(
      forms,
      calls.createTest,
      async ({ body, request, scope, write }) => {
        const now = clock.now();
        const definition = await defineTest(db, scope, body, now);
        const media = await gatherTestMedia(deps, scope, request, body);
        const savedBy = request.caller?.accountId ?? null;
        // One transaction (promise 1): no test without its run, no run without its test.
        const made = await write(async (tx, note) => {
          await requireRecipients(tx, scope, definition);
          const test = await insertTest(tx, { ...definition, savedBy, now });
          await keepTestMedia(tx, test.id, media);
          const wire = await testToWire(tx, scope, await schedule(tx, test));
          note({ after: auditedFields(wire) });
          return wire;
        });
        engineApi.publishChanges([{ id: made.testId, partnerIds: made.partnerIDs }]);
        return made;
      },
      options,
    );

    route(
      forms,
      calls.updateTest,
      async ({ body, request, scope, write }) => {
        const current = await requireTest(db, scope, body.testId);
        if (current.execution_status !== 'UNEXECUTED') throw begun(current.id);
        const savedBy = request.caller?.accountId ?? null;
        const madeFrom = body.updateTimestamp ? parseTimestamp(body.updateTimestamp) : null;
        // An early check, before files are stored; the update below decides.
        if (madeFrom !== null && current.updated_at !== madeFrom) throw changedSince(current.id);
        const now = clock.now();
        const definition = await defineTest(db, scope, body, now);
        const kept = (await listTestMedia(db, [current.id])).get(current.id) ?? [];
        const media = await gatherTestMedia(
          deps,
          scope,
          request,
          body,
          kept.map(({ id }) => id),
        );
        const made = await write(async (tx, note) => {
          await requireRecipients(tx, scope, definition);
          const before = await testToWire(tx, scope, await requireTest(tx, scope, body.testId));
          const test = changed(
            await updateTest(tx, scope, body.testId, definition, { savedBy, now, madeFrom }),
            body.testId,
          );
          await keepTestMedia(tx, test.id, media);
          const wire = await testToWire(tx, scope, await schedule(tx, test));
          note({ before: auditedFields(before), after: auditedFields(wire) });
          return wire;
        });
        engineApi.publishChanges(
          [current.partner_ids, made.partnerIDs].map((partnerIds) => ({ id: made.testId, partnerIds })),
        );
        return made;
      },
      options,
    );
  });

  route(
    app,
    calls.getTest,
    async ({ query: { testId }, scope }) => testToWire(db, scope, await requireTest(db, scope, testId)),
    { answersHead: true },
  );

  route(app, calls.deleteTest, async ({ query: { testId }, scope, write }) => {
    const deleted: ChangedTest[] = [];
    await write(async (tx) => {
      const { partner_ids: partnerIds } = changed(await deleteTest(tx, scope, testId), testId);
      deleted.push({ id: testId, partnerIds });
    });
    engineApi.publishChanges(deleted);
  });

  route(app, calls.listTests, async ({ query, request, reply, scope }) => {
    const { page, pageSize, from: firstDay, to: lastDay, ...others } = query;
    const testOfCode = await findTestOfCode(scope, others.text);
    const filter = { ...others, testOfCode, firstDay, lastDay };
    if (page === undefined && pageSize === undefined) {
      return app.download(request, reply, () => sendJsonList(reply, wireBatches(db, scope, filter)));
    }
    const limit = pageSize ?? TESTS_PAGE_SIZE;
    const offset = ((page ?? 1) - 1) * limit;
    const { rows, total } = await listTestsPage(db, scope, filter, { offset, limit });
    reply.header(TOTAL_COUNT_HEADER, total);
    return testsToWire(db, scope, rows);
  });

  /** @throws ProblemError limit.reached, which rolls the transaction back */
  async function schedule(tx: Transaction, test: TestRow): Promise<TestRow> {
    const scheduled = await engineApi.scheduleTest(tx, test);
    if ('left' in scheduled) throw limitProblem(scheduled, test, clock.now());
    return scheduled;
  }

  /** The test of the message whose code is searched; undefined for any other text. */
  async function findTestOfCode(scope: Scope, text: string | undefined): Promise<number | undefined> {
    if (text === undefined) return undefined;
    return (await findMessageOfCode(db, scope, codes, { code: text, now: clock.now() }))?.test_id;
  }
}

/** What an operator defines. */
function auditedFields(test: Test) {
  const { testType, messageType, messageBody, scheduledTimestamp, recurrenceRule, overlap, mediaFiles } =
    test;
  const { clientIDs, officeIDs, phoneIDs, pairs } = test;
  const files = mediaFiles.map(({ name }) => name);
  const what = { testType, messageType, messageBody, scheduledTimestamp, recurrenceRule, overlap, files };
  return { ...what, ...clientIDs, ...officeIDs, ...phoneIDs, pairs };
}

async function* wireBatches(db: Database, scope: Scope, filter: TestFilter) {
  for await (const batch of streamTests(db, scope, filter, STREAM_BATCH))
    yield await testsToWire(db, scope, batch);
}

function changed(outcome: TestRow | ChangeRefusal, testId: number): TestRow {
  if (outcome === 'unknown') throw unknownTest(testId);
  if (outcome === 'begun') throw begun(testId);
  if (outcome === 'changed') throw changedSince(testId);
  return outcome;
}

function changedSince(testId: number): ProblemError {
  return new ProblemError(
    'test.changed',
    `Test ${testId} was changed after you opened it. Reload it and repeat your change, or omit updateTimestamp to overwrite it.`,
  );
}

/** The console recognizes this refusal by the words 'execution status' (UPDATE-10). */
function begun(testId: number): ProblemError {
  return new ProblemError(
    'test.not-unexecuted',
    `Test ${testId} has started: only a test whose execution status is UNEXECUTED can be changed or deleted.`,
  );
}
