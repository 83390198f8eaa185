/** What create and update take and make of it, over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { PAYLOAD } from './testing/payload.ts';
import { openTestServer } from './testing/test-server.ts';

const { client } = await openTestServer({ now: Date.UTC(2026, 10, 21, 18) });

const { createTest, updateTest } = calls;
const RULE = {
  interval: 2,
  frequency: 'weeks',
  start_date: '2026-12-01',
  time: '10:30',
  days_of_week: ['MONDAY'],
};

test('DATA-2 every kind of test and message is taken and kept as it was sent', async () => {
  const made = await client.call(createTest, {
    body: { ...PAYLOAD, testType: 'RECURRING', messageType: 'MMS', recurrenceRule: RULE },
  });
  expect(made).toMatchObject({ testType: 'RECURRING', messageType: 'MMS', recurrenceRule: RULE });
  expect(made.executionStatus).toBe('UNEXECUTED');
  const scheduled = await client.call(createTest, {
    body: {
      ...PAYLOAD,
      testType: 'SCHEDULED',
      messageType: 'MMS',
      scheduledTimestamp: '2027-01-02 03:04:05.678',
    },
  });
  expect(scheduled.scheduledTimestamp).toBe('2027-01-02T03:04:05.678-08:00');
});

test('DATA-2 what does not belong to the kind of test is not kept, and never in the way', async () => {
  const rule = { recurrenceRule: { interval: 0, frequency: 'years' } };
  expect(await client.call(createTest, { body: { ...PAYLOAD, ...rule } })).toMatchObject({
    recurrenceRule: {},
  });
  // 02:30 does not exist that day; an immediate test does not wait for it.
  const at = {
    scheduledTimestamp: '2027-03-14 02:30:00.000',
    mediaURLs: { media: ['https://a.example/cat.png'] },
  };
  const made = await client.call(createTest, { body: { ...PAYLOAD, ...at } });
  expect(made).toMatchObject({ scheduledTimestamp: '2027-03-14T03:30:00.000-07:00', mediaFiles: [] });
});

test('DATA-2 mediaURLs and recurrenceRule may be null or missing', async () => {
  const { mediaURLs: _media, recurrenceRule: _rule, ...least } = PAYLOAD;
  for (const body of [
    least,
    { ...least, mediaURLs: null, recurrenceRule: null },
    { ...least, mediaURLs: {} },
  ]) {
    expect(await client.call(createTest, { body })).toMatchObject({ mediaURLs: { media: [] } });
  }
});

test.each([
  ['missing', undefined, 'required'],
  ['empty', '', 'required'],
  ['null', null, 'required'],
  ['no time', 'tomorrow', 'invalid_format'],
  ['no date there is', '2027-02-30 10:00:00.000', 'invalid_format'],
  ['left out by the clocks', '2027-03-14 02:30:00.000', 'time.missing'],
])('DATA-3 a scheduled test whose scheduledTimestamp is %s is 422 naming it', async (_kind, given, code) => {
  const { testId } = await client.call(createTest, { body: PAYLOAD });
  const body = { ...PAYLOAD, testType: 'SCHEDULED', scheduledTimestamp: given };
  for (const [call, id] of [[createTest, {}] as const, [updateTest, { testId }] as const]) {
    expect(await client.problem(call, { body: { ...body, ...id } })).toMatchObject({
      status: 422,
      code: 'body.invalid',
      errors: [{ field: 'scheduledTimestamp', code }],
    });
  }
});

test('DATA-3 an update fills in the defaults, and the status it sends is never believed', async () => {
  const { testId } = await client.call(createTest, { body: PAYLOAD });
  const least = { testId, officeIDs: { officeIDs: [1] }, phoneIDs: { phoneIDs: [2] } };
  const changed = await client.call(updateTest, {
    body: { ...least, recurrenceRule: {}, testStatus: 'DELIVERED', executionStatus: 'FAILED' },
  });
  expect(changed).toMatchObject({
    testType: 'IMMEDIATE',
    messageType: 'SMS',
    messageBody: '',
    recurrenceRule: {},
    mediaURLs: { media: [] },
    phoneIDs: { phoneIDs: [2] },
    executionStatus: 'UNEXECUTED',
  });
});

test('DATA-3 a recurring test without a rule is 422 naming what it lacks', async () => {
  const { testId } = await client.call(createTest, { body: PAYLOAD });
  for (const recurrenceRule of [undefined, null, {}, { frequency: 'weeks' }]) {
    const problem = await client.problem(updateTest, {
      body: { ...PAYLOAD, testId, testType: 'RECURRING', recurrenceRule },
    });
    expect(problem.status).toBe(422);
    expect(problem.errors?.map(({ field }) => field)).toContain('recurrenceRule.time');
  }
});

test('DATA-3 mediaURLs of a wrong shape are 422 and named', async () => {
  const body = { ...PAYLOAD, messageType: 'MMS', mediaURLs: { media: [5] } };
  expect(await client.problem(createTest, { body })).toMatchObject({
    status: 422,
    errors: [{ field: 'mediaURLs.media.0' }],
  });
});
