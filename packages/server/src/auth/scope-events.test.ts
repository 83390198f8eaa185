/** Event streams and replayed responses keep to the scope of the account, also after it changed (ACCT-2). */
import { calls } from '@textprobe/contract/calls';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '@textprobe/contract/headers';
import { LIVE_EVENT, type LiveEvent } from '@textprobe/contract/live';
import {
  type AccountChange,
  changeAccount,
  findAccount,
} from '@textprobe/database/accounts/account-management';
import type { LiveTests } from '@textprobe/database/live/channels';
import { afterEach, expect, test } from 'vitest';
import type { Side } from '../testing/scope-sides.ts';
import { openScopeWorld } from '../testing/scope-world.ts';
import type { TestClient } from '../testing/test-client.ts';

const world = await openScopeWorld();
const { server, people, places, tests } = world;
const [alphaTest, betaTest, mixedTest] = [tests.alpha.testId, tests.beta.testId, tests.mixed.testId];
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** Opens a stream, which is closed after the test; `next` waits for the next event. */
async function openStream(client: TestClient) {
  const response = await client.send('GET', calls.live.path);
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  closers.push(() => reader.cancel());
  let text = '';
  async function until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(text);
      if (found !== null) {
        text = text.slice(found.index + found[0].length);
        return found;
      }
      const { done, value } = await reader.read();
      if (done) throw new Error(`the stream ended after: ${text}`);
      text += value;
    }
  }
  await until(/retry: \d+\n\n/);
  return {
    async next(): Promise<LiveEvent> {
      const [, data = ''] = await until(new RegExp(`event: ${LIVE_EVENT}\\ndata: (.*)\\n\\n`));
      return JSON.parse(data) as LiveEvent;
    },
  };
}

async function change(username: string, wanted: AccountChange): Promise<void> {
  const id = (await findAccount(server.db, { username }))?.id ?? 0;
  await server.db.transaction().execute((tx) => changeAccount(tx, id, wanted, server.clock.now()));
}

const [alphaOnly, betaOnly] = [[places.alpha.partnerId], [places.beta.partnerId]];
const changed: Record<Side, LiveTests> = {
  alpha: { partnerIds: alphaOnly, testIds: [alphaTest] },
  beta: { partnerIds: betaOnly, testIds: [betaTest] },
  mixed: { partnerIds: [...alphaOnly, ...betaOnly], testIds: [mixedTest] },
};
const all = { testIds: [alphaTest, betaTest, mixedTest] };
const publishAll = () => server.publishLive([changed.alpha, changed.beta, changed.mixed]);

test('ACCT-2 an event has only the tests that the account may see, and none is sent without any', async () => {
  const open = [people.alpha, people.beta, people.none, people.both, world.admin].map(openStream);
  const [alpha, beta, none, ...unlimited] = await Promise.all(open);
  // One event is published at a time, because events may overtake each other.
  server.publishLive([changed.alpha]);
  expect(await alpha?.next()).toEqual({ testIds: [alphaTest] });
  for (const stream of unlimited) expect(await stream.next()).toEqual({ testIds: [alphaTest] });
  publishAll();
  expect(await alpha?.next()).toEqual({ testIds: [alphaTest] });
  expect(await beta?.next()).toEqual({ testIds: [betaTest] });
  for (const stream of unlimited) expect(await stream.next()).toEqual(all);
  server.publishLive([changed.beta]);
  expect(await beta?.next()).toEqual({ testIds: [betaTest] });
  server.publishLive(null);
  for (const stream of [alpha, beta, none]) expect(await stream?.next()).toEqual({ many: true });
});

test('ACCT-2 too many tests to list concern the accounts of their partners only', async () => {
  const [alpha, beta] = await Promise.all([people.alpha, people.beta].map(openStream));
  server.publishLive([changed.beta, { ...changed.alpha, testIds: null }]);
  expect(await alpha?.next()).toEqual({ many: true });
  expect(await beta?.next()).toEqual({ testIds: [betaTest] });
});

test('ACCT-2 tests of another partner that are created, changed, stopped or deleted send no event', async () => {
  const [alpha, beta, administrator] = await Promise.all(
    [people.alpha, people.beta, world.admin].map(openStream),
  );
  const { testId } = await world.draft('alpha');
  const query = { testId };
  const recurs = { start_date: '2026-11-01', time: '10:30', interval: 1, frequency: 'days' };
  const content = { messageBody: 'Hello', testType: 'RECURRING', recurrenceRule: recurs, testId };
  const toAlpha = { officeIDs: [places.alpha.officeId], phoneIDs: [world.sharedPhoneId] };
  await people.alpha.call(calls.updateTest, { body: { ...content, ...toAlpha } });
  await people.alpha.call(calls.stopTest, { query });
  await people.alpha.call(calls.deleteTest, { query });
  for (const stream of [alpha, administrator])
    for (let event = 0; event < 4; event += 1) expect(await stream?.next()).toEqual({ testIds: [testId] });
  server.publishLive([changed.beta]);
  expect(await beta?.next()).toEqual({ testIds: [betaTest] });
});

test('ACCT-2 a test that moves to another partner is an event of both', async () => {
  const { testId } = await world.draft('alpha');
  const [alpha, beta] = await Promise.all([people.alpha, people.beta].map(openStream));
  const toBeta = { officeIDs: [places.beta.officeId], phoneIDs: [world.sharedPhoneId] };
  const later = { testType: 'SCHEDULED', scheduledTimestamp: '2099-11-21 10:00:00.000' };
  await world.admin.call(calls.updateTest, { body: { messageBody: 'Hello', testId, ...later, ...toBeta } });
  for (const stream of [alpha, beta]) expect(await stream?.next()).toEqual({ testIds: [testId] });
});

test('ACCT-2 the event after a change of the account’s partners follows the new scope', async () => {
  const stream = await openStream(people.alpha);
  const nextFor = async (partnerIds: readonly number[] | null) => {
    await change('alpha', { partnerIds });
    publishAll();
    return stream.next();
  };
  try {
    expect(await nextFor([places.beta.partnerId])).toEqual({ testIds: [betaTest] });
    expect(await nextFor([places.alpha.partnerId])).toEqual({ testIds: [alphaTest] });
    expect(await nextFor(null)).toEqual(all);
  } finally {
    await change('alpha', { partnerIds: [places.alpha.partnerId] });
  }
});

/** Creates a test of Alpha under a key; returns the status, and whether it was replayed. */
async function createUnder(key: string, client: TestClient): Promise<string> {
  await world.numberFor('alpha');
  const { method, path } = calls.createTest;
  const body = { messageBody: 'Hello', officeIDs: [places.alpha.officeId], phoneIDs: [world.sharedPhoneId] };
  const response = await client.send(method, path, { body, headers: { [IDEMPOTENCY_KEY_HEADER]: key } });
  const isReplayed = response.headers.get(IDEMPOTENCY_REPLAYED_HEADER) === 'true';
  return `${response.status}${isReplayed ? ' replayed' : ''}`;
}

test('ACCT-2 an idempotency key belongs to one account', async () => {
  expect(await createUnder('one', people.alpha)).toBe('201');
  expect(await createUnder('one', people.alpha)).toBe('201 replayed');
  expect(await createUnder('one', people.beta)).toBe('422');
  expect(await createUnder('one', people.both)).toBe('201');
});

test('ACCT-2 a response is not replayed after the account’s partners changed', async () => {
  expect(await createUnder('two', people.alpha)).toBe('201');
  try {
    await change('alpha', { partnerIds: [places.beta.partnerId] });
    expect(await createUnder('two', people.alpha)).toBe('422');
  } finally {
    await change('alpha', { partnerIds: [places.alpha.partnerId] });
  }
});

test('ACCT-2 a response is not replayed after the account’s role changed', async () => {
  await change('beta viewer', { role: 'administrator', partnerIds: null });
  try {
    expect(await createUnder('three', people['beta viewer'])).toBe('201');
    expect(await createUnder('three', people['beta viewer'])).toBe('201 replayed');
  } finally {
    await change('beta viewer', { role: 'viewer', partnerIds: [places.beta.partnerId] });
  }
  expect(await createUnder('three', people['beta viewer'])).toBe('403');
});
