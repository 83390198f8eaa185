/** Event streams and replayed responses keep to the scope of the account, also after it changed (ACCT-2). */
import { calls } from '@textprobe/contract/calls';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '@textprobe/contract/headers';
import { LIVE_EVENT, type LiveEvent } from '@textprobe/contract/live';
import {
  type AccountChange,
  changeAccount,
  findAccount,
} from '@textprobe/database/accounts/account-management';
import { afterEach, expect, test } from 'vitest';
import { UNKNOWN_ID } from '../testing/scope-sides.ts';
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

const all = { testIds: [alphaTest, betaTest, mixedTest] };

test('ACCT-2 an event has only the tests that the account may see, and none is sent without any', async () => {
  const open = [people.alpha, people.beta, people.none, people.both, world.admin].map(openStream);
  const [alpha, beta, none, ...unlimited] = await Promise.all(open);
  // One event is published at a time, because events may overtake each other.
  server.publishLive({ testIds: [alphaTest] });
  expect(await alpha?.next()).toEqual({ testIds: [alphaTest] });
  for (const stream of unlimited) expect(await stream.next()).toEqual({ testIds: [alphaTest] });
  server.publishLive(all);
  expect(await alpha?.next()).toEqual({ testIds: [alphaTest] });
  expect(await beta?.next()).toEqual({ testIds: [betaTest] });
  for (const stream of unlimited) expect(await stream.next()).toEqual(all);
  server.publishLive({ testIds: [betaTest] });
  expect(await beta?.next()).toEqual({ testIds: [betaTest] });
  server.publishLive({ many: true });
  for (const stream of [alpha, beta, none]) expect(await stream?.next()).toEqual({ many: true });
});

test('ACCT-2 a deleted test, whose partners are unknown, makes streams with a scope reload everything', async () => {
  const [beta, administrator] = await Promise.all([people.beta, world.admin].map(openStream));
  const deleted = { testIds: [UNKNOWN_ID, alphaTest] };
  server.publishLive(deleted);
  expect(await beta?.next()).toEqual({ many: true });
  expect(await administrator?.next()).toEqual(deleted);
});

test('ACCT-2 the event after a change of the account’s partners follows the new scope', async () => {
  const stream = await openStream(people.beta);
  const nextFor = async (partnerIds: readonly number[] | null) => {
    await change('beta', { partnerIds });
    server.publishLive(all);
    return stream.next();
  };
  try {
    expect(await nextFor([places.beta.partnerId])).toEqual({ testIds: [betaTest] });
    expect(await nextFor([places.alpha.partnerId])).toEqual({ testIds: [alphaTest] });
    expect(await nextFor(null)).toEqual(all);
  } finally {
    await change('beta', { partnerIds: [places.beta.partnerId] });
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
  await change('beta', { role: 'administrator', partnerIds: null });
  try {
    expect(await createUnder('three', people.beta)).toBe('201');
    expect(await createUnder('three', people.beta)).toBe('201 replayed');
  } finally {
    await change('beta', { role: 'operator', partnerIds: [places.beta.partnerId] });
  }
  expect(await createUnder('three', people.beta)).toBe('422');
});
