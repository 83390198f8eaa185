/** Schedules over HTTP: previews, scheduled and recurring tests, stopping a recurrence. */
import { calls } from '@textprobe/contract/calls';
import { NOT_RUN_REASONS } from '@textprobe/domain/run-status';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeTest } from '../../testing/messages.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { createTest, updateTest, deleteTest, getTest, previewSchedule, stopTest } = calls;
const DAILY = { interval: 1, frequency: 'days', start_date: '2027-03-12', time: '02:30' };
const RECURRING = { ...PAYLOAD, testType: 'RECURRING', recurrenceRule: DAILY };
const SCHEDULED = { ...PAYLOAD, testType: 'SCHEDULED' };

const { server, client } = await openTestServer({ now: Date.parse('2026-11-21T20:00:00Z') });
beforeEach(async () => {
  await server.db.deleteFrom('tests').execute();
});

const create = (body: object) => client.call(createTest, { body });
async function faults(body: object): Promise<string[]> {
  const problem = await client.problem(createTest, { body });
  expect(problem.status).toBe(422);
  return (problem.errors ?? []).map(({ field, code }) => `${field} ${code}`);
}
const countRuns = async () => (await server.db.selectFrom('runs').select('id').execute()).length;

describe('previewing a rule', () => {
  test('REC-6, CALL-25 returns the next ten occurrences in Los Angeles time, with a note where daylight saving moves one', async () => {
    const preview = await client.call(previewSchedule, { body: DAILY });
    expect(preview.occurrences.map(({ at }) => at)).toEqual([
      '2027-03-12T02:30:00.000-08:00',
      '2027-03-13T02:30:00.000-08:00',
      '2027-03-14T03:30:00.000-07:00',
      '2027-03-15T02:30:00.000-07:00',
      '2027-03-16T02:30:00.000-07:00',
      '2027-03-17T02:30:00.000-07:00',
      '2027-03-18T02:30:00.000-07:00',
      '2027-03-19T02:30:00.000-07:00',
      '2027-03-20T02:30:00.000-07:00',
      '2027-03-21T02:30:00.000-07:00',
    ]);
    expect(preview.occurrences.flatMap(({ note }) => note ?? [])).toEqual([
      'Daylight saving time starts: 02:30 does not exist on this day, so it runs at 03:30.',
    ]);
    expect(preview.occurrences[2]?.note).not.toBeNull();
    expect(preview.more).toBe(true);
  });

  test('REC-7 notes that a time which occurs twice runs the first time', async () => {
    const rule = { ...DAILY, start_date: '2027-11-06', end_date: '2027-11-08', time: '01:30' };
    const { occurrences, more } = await client.call(previewSchedule, { body: rule });
    expect(occurrences).toEqual([
      { at: '2027-11-06T01:30:00.000-07:00', note: null },
      {
        at: '2027-11-07T01:30:00.000-07:00',
        note: 'Daylight saving time ends: this time occurs twice on this day, and it runs the first time.',
      },
      { at: '2027-11-08T01:30:00.000-08:00', note: null },
    ]);
    expect(more).toBe(false);
  });

  test('REC-4 returns the rule with its defaults filled in', async () => {
    const { recurrenceRule } = await client.call(previewSchedule, {
      body: {
        frequency: 'weeks',
        time: '10:30',
        days_of_week: ['WEDNESDAY', 'MONDAY'],
        start_date: '2027-01-01',
      },
    });
    expect(recurrenceRule).toEqual({
      interval: 1,
      frequency: 'weeks',
      start_date: '2027-01-01',
      time: '10:30',
      days_of_week: ['MONDAY', 'WEDNESDAY'],
    });
  });

  test('CALL-25 an invalid rule is 422 and names each field', async () => {
    const problem = await client.problem(previewSchedule, {
      body: { frequency: 'hours', days_of_month: [0] },
    });
    expect(problem).toMatchObject({ status: 422, code: 'body.invalid' });
    expect(problem.errors?.map(({ field }) => field)).toEqual(['frequency', 'time', 'days_of_month']);
  });
});

describe('a recurring test', () => {
  test('REC-4 is created with its rule and first due instant, is active, and has no run yet', async () => {
    const made = await create(RECURRING);
    expect(made).toMatchObject({
      testType: 'RECURRING',
      executionStatus: 'UNEXECUTED',
      recurrenceRule: DAILY,
      nextDue: '2027-03-12T02:30:00.000-08:00',
      recurrenceActive: true,
      overlap: 'skip',
      scheduleNote: null,
    });
    expect(await countRuns()).toBe(0);
  });

  test('REC-5 preserves week of month and days of month in a round trip', async () => {
    const byDay = { ...DAILY, frequency: 'months', days_of_month: [1, 15, 31], end_date: '2028-01-01' };
    const made = await create({ ...RECURRING, recurrenceRule: byDay });
    expect(made.recurrenceRule).toEqual(byDay);
    const byWeek = { ...DAILY, frequency: 'months', days_of_week: ['MONDAY', 'FRIDAY'], week_of_month: 5 };
    const body = { ...RECURRING, testId: made.testId, recurrenceRule: byWeek };
    expect((await client.call(updateTest, { body })).recurrenceRule).toEqual(byWeek);
    const again = {
      ...body,
      recurrenceRule: (await client.call(getTest, { query: { testId: made.testId } })).recurrenceRule,
    };
    expect((await client.call(updateTest, { body: again })).recurrenceRule).toEqual(byWeek);
  });

  test('REC-4 a rule without a time, or an empty one, is 422 and names what is missing', async () => {
    const { time: _time, ...timeless } = DAILY;
    expect(await faults({ ...RECURRING, recurrenceRule: timeless })).toEqual([
      'recurrenceRule.time required',
    ]);
    expect(await faults({ ...RECURRING, recurrenceRule: {} })).toEqual([
      'recurrenceRule.frequency required',
      'recurrenceRule.time required',
    ]);
  });

  test('REC-7 a rule that never occurs, or whose last date has passed, is 422', async () => {
    const never = {
      ...DAILY,
      frequency: 'months',
      interval: 12,
      start_date: '2027-02-01',
      days_of_month: [31],
    };
    expect(await faults({ ...RECURRING, recurrenceRule: never })).toEqual([
      'recurrenceRule recurrence.never',
    ]);
    const over = { ...DAILY, start_date: '2020-01-01', end_date: '2020-12-31' };
    expect(await faults({ ...RECURRING, recurrenceRule: over })).toEqual([
      'recurrenceRule.end_date recurrence.over',
    ]);
  });

  test('keeps its overlap setting in an update that omits it', async () => {
    const made = await create({ ...RECURRING, overlap: 'wait' });
    expect(made.overlap).toBe('wait');
    const body = { ...RECURRING, testId: made.testId };
    expect((await client.call(updateTest, { body })).overlap).toBe('wait');
    expect((await client.call(updateTest, { body: { ...body, overlap: 'skip' } })).overlap).toBe('skip');
  });

  test('is due only by its new rule after a change', async () => {
    const made = await create(RECURRING);
    const recurrenceRule = { ...DAILY, start_date: '2027-05-01', time: '18:00' };
    const changed = await client.call(updateTest, {
      body: { ...RECURRING, testId: made.testId, recurrenceRule },
    });
    expect(changed.nextDue).toBe('2027-05-01T18:00:00.000-07:00');
  });
});

describe('a test scheduled for later', () => {
  test('CREATE-16 has a next due instant and no run', async () => {
    const made = await create({ ...SCHEDULED, scheduledTimestamp: '2027-06-01 09:00:00.000' });
    expect(made).toMatchObject({
      testType: 'SCHEDULED',
      scheduledTimestamp: '2027-06-01T09:00:00.000-07:00',
      nextDue: '2027-06-01T09:00:00.000-07:00',
      recurrenceActive: false,
      scheduleNote: null,
    });
    expect(await countRuns()).toBe(0);
  });

  test('runs at once when its time has passed, and says so', async () => {
    const made = await create({ ...SCHEDULED, scheduledTimestamp: '2020-01-01 09:00' });
    expect(made).toMatchObject({
      nextDue: null,
      scheduleNote: 'The scheduled time has already passed: the test runs at once.',
    });
    expect(await countRuns()).toBe(1);
  });

  test('REC-7 is 422 for a time that does not exist on its day, with the two nearest times', async () => {
    const problem = await client.problem(createTest, {
      body: { ...SCHEDULED, scheduledTimestamp: '2027-03-14 02:30:00.000' },
    });
    expect(problem.status).toBe(422);
    expect(problem.errors).toHaveLength(1);
    expect(problem.errors?.[0]).toMatchObject({ field: 'scheduledTimestamp' });
    expect(problem.errors?.[0]?.message).toContain('2027-03-14 01:59');
    expect(problem.errors?.[0]?.message).toContain('2027-03-14 03:00');
  });

  test('UPDATE-8 is sent now when saved as immediate, and later when saved for another time', async () => {
    const { testId } = await create({ ...SCHEDULED, scheduledTimestamp: '2027-06-01 09:00' });
    const later = { ...SCHEDULED, testId, scheduledTimestamp: '2027-07-01 09:00' };
    expect((await client.call(updateTest, { body: later })).nextDue).toBe('2027-07-01T09:00:00.000-07:00');
    expect(await countRuns()).toBe(0);
    const now = await client.call(updateTest, { body: { ...later, testType: 'IMMEDIATE' } });
    expect(now).toMatchObject({ testType: 'IMMEDIATE', nextDue: null });
    expect(await countRuns()).toBe(1);
  });

  test('CALL-9 leaves nothing behind when deleted', async () => {
    const { testId } = await create({ ...SCHEDULED, scheduledTimestamp: '2027-06-01 09:00' });
    await client.call(deleteTest, { query: { testId } });
    expect(await server.db.selectFrom('tests').select('id').execute()).toEqual([]);
    expect(await countRuns()).toBe(0);
  });
});

test('SERVER-2 a missed scheduled test is left out of every rate: no carrier failed it', async () => {
  const { testId } = await create({ ...SCHEDULED, scheduledTimestamp: '2027-06-01 09:00' });
  const failed = { execution_status: 'FAILED', status_reason: NOT_RUN_REASONS.MISSED } as const;
  await changeTest(server.db, testId, failed);
  expect(await client.call(calls.executionSuccessRate)).toEqual({ executionSuccessRate: null });
  await changeTest(server.db, testId, { status_reason: null });
  expect(await client.call(calls.executionSuccessRate)).toEqual({ executionSuccessRate: 0 });
});

describe('ending a recurrence', () => {
  test('LIST-14, CALL-25 a recurring test that has begun can be stopped, and is no longer due', async () => {
    const { testId } = await create(RECURRING);
    await changeTest(server.db, testId, { execution_status: 'DELIVERED' });
    server.publishedTestIds.length = 0;
    const stopped = await client.call(stopTest, { query: { testId } });
    expect(stopped).toMatchObject({ nextDue: null, recurrenceActive: false, executionStatus: 'DELIVERED' });
    expect(stopped.recurrenceRule).toEqual(DAILY);
    expect(server.publishedTestIds).toEqual([testId]);
  });

  test('LIST-8, LIST-14 a test that has begun cannot be changed after it is stopped', async () => {
    const { testId } = await create(RECURRING);
    await changeTest(server.db, testId, { execution_status: 'DELIVERED' });
    await client.call(stopTest, { query: { testId } });
    expect(await client.problem(deleteTest, { query: { testId } })).toMatchObject({ status: 409 });
    expect(await client.problem(updateTest, { body: { ...RECURRING, testId } })).toMatchObject({
      status: 409,
    });
  });

  test('CALL-25 stopping an ended or non-recurring test is 409; an unknown test is 404', async () => {
    const recurring = await create(RECURRING);
    await client.call(stopTest, { query: { testId: recurring.testId } });
    expect(await client.refusal(stopTest, { query: { testId: recurring.testId } })).toBe(
      '409 recurrence.ended',
    );
    const immediate = await create(PAYLOAD);
    expect(await client.refusal(stopTest, { query: { testId: immediate.testId } })).toBe(
      '409 recurrence.none',
    );
    expect(await client.problem(stopTest, { query: { testId: 999_999 } })).toMatchObject({ status: 404 });
  });
});
