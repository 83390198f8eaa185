/** Payloads of create and update, and the definitions that result, over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { PAYLOAD } from '../testing/payload.ts';
import { openTestServer } from '../testing/test-server.ts';

const { client } = await openTestServer({ now: Date.UTC(2026, 10, 21, 18) });

const { createTest, updateTest } = calls;

test('DATA-2 ignores fields that do not apply to the type of test', async () => {
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
  ['not a time', 'tomorrow', 'invalid_format'],
  ['not an existing date', '2027-02-30 10:00:00.000', 'invalid_format'],
  ['skipped by daylight saving time', '2027-03-14 02:30:00.000', 'time.missing'],
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
