/** The explanation of a message over HTTP: its stored evidence and the rule behind its verdict (SERVER-3). */
import { calls } from '@textprobe/contract/calls';
import { sqlTime } from '@textprobe/database/core/connection';
import { publishLinkStates } from '@textprobe/database/gateways/gateway-links';
import { insertMessageEvents } from '@textprobe/database/messages/message-events';
import { insertRawReceipts, type RawReceipt } from '@textprobe/database/receipts/raw-receipts';
import { insertParts } from '@textprobe/database/receipts/submission-parts';
import { noteFailure, type SetAsideKind } from '@textprobe/database/set-aside/set-aside';
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/ledger-states';
import { expect, test } from 'vitest';
import { timestampToWire } from '../../http/timestamps.ts';
import { makeMessage, makeTest } from '../../testing/messages.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { messageWhy } = calls;
const RAW = 'id:8F3A01 sub:001 dlvrd:001 submit date:2611211000 done date:2611211000 stat:DELIVRD err:000';

const { server, client } = await openTestServer();
await server.db.insertInto('gateways').values({ name: 'Lab', kind: 'smpp', is_default: true }).execute();

async function make(outcome: Parameters<typeof makeMessage>[2]) {
  const createdAt = server.clock.now();
  const made = await makeTest(server.db, createdAt);
  const { id, code } = await makeMessage(server.db, { ...made, at: createdAt }, outcome);
  return { id, code, createdAt };
}

/** The raw receipt that `makeMessage` stores in the row. */
async function addReceipt(
  message: { id: number; createdAt: number },
  says: Partial<RawReceipt> = {},
): Promise<void> {
  const receipt = {
    gatewayId: 1,
    providerId: '8F3A01',
    idVariants: ['8f3a01', '9386497'],
    recipient: '+12025550200',
    state: receiptStateRank('delivered'),
    error: null,
    at: message.createdAt + 3_000,
    raw: RAW,
    ...says,
  };
  const part = { message, part: 1, parts: 1, gatewayId: 1, providerId: '8f3a01' };
  await server.db.transaction().execute(async (tx) => {
    const receiptColumns = { receiptState: receipt.state, receiptAt: receipt.at, receiptError: null };
    await insertParts(tx, [{ ...part, ...receiptColumns }]);
    await insertRawReceipts(tx, [{ receipt, message }]);
  });
}

test('SERVER-3 a message shows all its evidence as received, and the verdict after each piece', async () => {
  const message = await make('received');
  await addReceipt(message);
  const why = await client.call(messageWhy, { query: { testLogID: message.id } });
  expect(why).toMatchObject({
    testLogID: message.id,
    testActivityStatus: 'RECEIVED',
    verdict: 'confirmed',
    settled: true,
    addsUp: true,
    parts: [{ part: 1, parts: 1, gateway: 'Lab', providerId: '8f3a01', receipt: { state: 'delivered' } }],
  });
  expect(why.evidence.map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ['created', 'waiting'],
    ['accepted', 'in transit'],
    ['receipt', 'in transit'],
    ['reception', 'confirmed'],
    ['settled', 'confirmed'],
  ]);
  expect(why.evidence[2]).toMatchObject({
    gateway: 'Lab',
    providerId: '8F3A01',
    part: 1,
    state: 'delivered',
    raw: RAW,
  });
  expect(why.evidence[3]).toMatchObject({
    source: 'native',
    text: `Hello #${message.code}`,
    stated: { clock: 'handset' },
    comparison: 'identical',
  });
  const instants = why.evidence.map(({ at }) => Date.parse(at));
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  expect(why.rule.at(-1)).toEqual({ question: 'Did it come before the deadline?', answer: 'Yes.' });
});

test('SERVER-3 a receipt with an unknown state is shown with its word, and changes nothing', async () => {
  const message = await make('sent');
  const error = 'The carrier says NOT_OK, which is no SMPP state.';
  const unknown = { state: receiptStateRank('none'), error, raw: 'id:8F3A01 stat:NOT_OK' };
  await addReceipt(message, { ...unknown, covers: 'message' });
  const why = await client.call(messageWhy, { query: { testLogID: message.id } });
  expect(why).toMatchObject({ testActivityStatus: 'SENT', verdict: 'in transit', addsUp: true });
  expect(why.evidence.at(-1)).toMatchObject({
    kind: 'receipt',
    state: 'none',
    covers: 'message',
    error,
    verdict: 'in transit',
    raw: 'id:8F3A01 stat:NOT_OK',
  });
  expect(why.rule).toContainEqual({
    question: 'Does the carrier’s receipt say that it was delivered?',
    answer: `No. ${error}`,
  });
});

test('reports evidence that does not add up to the stored row', async () => {
  const message = await make('received');
  // The row has a receipt without evidence.
  expect(await client.call(messageWhy, { query: { testLogID: message.id } })).toMatchObject({
    addsUp: false,
  });
});

test('the timeline shows a released claim, and a deadline with the handset offline', async () => {
  const message = await make('handset offline');
  const recordedAt = message.createdAt + 200;
  const heardAt = message.createdAt - 3_600_000;
  const claim = {
    attempt: 1,
    claimedAt: message.createdAt + 100,
    claimedBy: 'probe-1:4711',
    nextAttemptAt: message.createdAt + 700,
    reason: 'The carrier is throttling.',
  };
  const fact = { kind: 'deadline', handsetOffline: true, handsetHeardAt: heardAt } as const;
  await server.db.transaction().execute((tx) =>
    insertMessageEvents(tx, [
      { message, recordedAt, fact: { kind: 'given-back' }, claim },
      { message, recordedAt: message.createdAt + 60_000, fact, claim: null },
    ]),
  );
  const settledAt = sqlTime(message.createdAt + 60_000);
  await server.db
    .updateTable('messages')
    .set({ settled_at: settledAt, attempts: 1 })
    .where('id', '=', message.id)
    .execute();
  const why = await client.call(messageWhy, { query: { testLogID: message.id } });
  expect(why.addsUp).toBe(true);
  expect(why.evidence.map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ['created', 'waiting'],
    ['claimed', 'waiting'],
    ['given-back', 'waiting'],
    ['accepted', 'in transit'],
    ['deadline', 'handset offline'],
    ['settled', 'handset offline'],
  ]);
  expect(why.evidence[1]).toMatchObject({ attempt: 1, worker: 'probe-1:4711' });
  expect(why.evidence[2]).toMatchObject({ attempt: 1, reason: 'The carrier is throttling.' });
  expect(why.evidence[4]).toMatchObject({ handsetOffline: { heardAt: expect.any(String) } });
});

test('a refused, lost or never sent message adds up from its row alone', async () => {
  for (const outcome of ['pending', 'sent', 'rejected', 'unknown'] as const) {
    const { id } = await make(outcome);
    expect(await client.call(messageWhy, { query: { testLogID: id } })).toMatchObject({ addsUp: true });
  }
});

test('a waiting message says what it waits for: a gateway, a worker, its turn, or a link and since when it is down', async () => {
  const { id } = await make('pending');
  const waitsFor = async () => (await client.call(messageWhy, { query: { testLogID: id } })).waitsFor;
  expect(await waitsFor()).toBe('a worker: none is connected to its gateway “Lab”.');
  const now = server.clock.now();
  const since = Date.parse('2026-11-21T10:00:00-08:00');
  const link = { gatewayId: 1, since, reason: 'No connection to smsc.example:2775.' };
  await publishLinkStates(server.db, { workerId: 'w', now, links: [{ ...link, link: 'down' }] });
  expect(await waitsFor()).toBe(
    'the link of its gateway “Lab”, down since 11/21/2026 10:00:00. No connection to smsc.example:2775.',
  );
  await publishLinkStates(server.db, { workerId: 'w', now, links: [{ ...link, link: 'up', reason: null }] });
  expect(await waitsFor()).toBe(
    'its turn: the link of its gateway “Lab” has been up since 11/21/2026 10:00:00.',
  );
  await server.db.updateTable('messages').set({ gateway_id: 0 }).where('id', '=', id).execute();
  expect(await waitsFor()).toBe('a gateway: none is assigned to its office.');
  const sent = await make('sent');
  expect(await client.call(messageWhy, { query: { testLogID: sent.id } })).toMatchObject({ waitsFor: null });
});

test('GUARD-11 a message with an item set aside shows it, and its next retry', async () => {
  const setAsideOf = async (id: number) =>
    (await client.call(messageWhy, { query: { testLogID: id } })).setAside;
  const failed = async (kind: SetAsideKind, item: number) => {
    const now = server.clock.now();
    for (let tries = 1; tries <= 3; tries += 1) {
      await noteFailure(server.db, { kind, item, problem: 'refused', now, pauseMs: 0 });
    }
    return {
      tries: 3,
      lastTryAt: timestampToWire(now),
      nextTryAt: timestampToWire(now + 5 * 60_000),
    };
  };
  const silent = await make('sent');
  const times = await failed('deadline', silent.id);
  expect(await setAsideOf(silent.id)).toEqual([{ what: 'deadline', ...times }]);
  // A first failure is retried at once.
  const once = await make('sent');
  await noteFailure(server.db, { kind: 'deadline', item: once.id, problem: '', now: 0, pauseMs: 0 });
  expect(await setAsideOf(once.id)).toEqual([]);

  const claimed = await make('pending');
  await failed('lease', claimed.id);
  expect(await setAsideOf(claimed.id)).toEqual([]);
  const messages = server.db.updateTable('messages').where('id', '=', claimed.id);
  await messages.set({ submission_state: submissionStateRank('claimed') }).execute();
  expect(await setAsideOf(claimed.id)).toMatchObject([{ what: 'lease' }]);

  // A receipt and a report that could not be applied are not matched to a message yet.
  const sent = await make('sent');
  await addReceipt(sent);
  await server.db.updateTable('raw_receipts').set({ message_id: null, message_created_at: null }).execute();
  const receipts = await server.db.selectFrom('raw_receipts').select('id').orderBy('id').execute();
  await failed('receipt', receipts.at(-1)?.id ?? 0);
  const { id: reception } = await server.db
    .insertInto('receptions')
    .values({ received_at: sqlTime(sent.createdAt + 4_000), inbox: 'native', code: sent.code })
    .returning('id')
    .executeTakeFirstOrThrow();
  await failed('reception', reception);
  const { run_id: runId } = await server.db
    .selectFrom('messages')
    .select('run_id')
    .where('id', '=', sent.id)
    .executeTakeFirstOrThrow();
  await failed('closing', runId);
  const kinds = (await setAsideOf(sent.id)).map(({ what }) => what);
  expect(kinds.toSorted()).toEqual(['closing', 'receipt', 'reception']);

  const settled = await make('rejected');
  await failed('deadline', settled.id);
  expect(await setAsideOf(settled.id)).toEqual([]);
});

test('an unknown id is 404', async () => {
  const query = { testLogID: 999_999_999 };
  expect(await client.problem(messageWhy, { query })).toMatchObject({
    status: 404,
    code: 'log.unknown',
    detail: 'There is no test log with id 999999999.',
  });
});
