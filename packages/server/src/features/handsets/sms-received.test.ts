/** JSON reports of handsets over HTTP, with keys created through the API (CALL-16). */
import { calls } from '@textprobe/contract/calls';
import { findPhonesByKeyHash } from '@textprobe/database/handsets/handset-keys';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createHandsetKey, hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { expect, test } from 'vitest';
import { makeMessage, makeTest } from '../../testing/messages.ts';
import { at, type Sent } from '../../testing/test-client.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { messageReceivedSms, testLog } = calls;

const { server, client } = await openTestServer({
  inboxes: [
    createNativeInbox({
      clock: realClock,
      findPhoneByKey: async (key) =>
        (await findPhonesByKeyHash(server.db, [hashHandsetKey(key)], realClock.now()))[0] ?? null,
    }),
  ],
  createHandsetKey,
});
const mine = (await client.call(calls.createHandsetKey, { body: { phoneId: 1 } })).key;
const others = (await client.call(calls.createHandsetKey, { body: { phoneId: 2 } })).key;

/** A message that was sent to phone 1. */
async function sentMessage() {
  const made = await makeTest(server.db, server.clock.now());
  return makeMessage(server.db, { ...made, at: server.clock.now() }, 'sent');
}

const by = (key: string, body: unknown): Sent => ({
  body,
  headers: { authorization: `Bearer ${key}` },
  token: null,
});

test('CALL-16 the bare code confirms a message, and its log shows text, sender and time', async () => {
  const { id, code } = await sentMessage();
  const body = {
    messageCode: code,
    messageBody: `Hello #${code}`,
    sender: '+12025550100',
    receivedAt: '2026-11-21T10:00:00.000-08:00',
  };
  expect(await server.visitor().call(messageReceivedSms, by(mine, body))).toEqual({
    testLogID: id,
    testActivityStatus: 'RECEIVED',
  });
  const log = await client.call(testLog, { query: { id } });
  expect(log).toMatchObject({
    testActivityStatus: 'RECEIVED',
    reception: { text: body.messageBody, statedAt: body.receivedAt, comparison: 'intact' },
  });
});

test('CALL-16 a text that the carrier damaged is stored as it arrived', async () => {
  const { id, code } = await sentMessage();
  const body = { messageCode: code, messageBody: `Hell\u0000 \ud83d #${code}` };
  expect((await server.visitor().call(messageReceivedSms, by(mine, body))).testLogID).toBe(id);
  expect(await client.call(testLog, { query: { id } })).toMatchObject({
    testActivityStatus: 'RECEIVED',
    reception: { text: `Hell\uFFFD \uFFFD #${code}`, comparison: 'altered' },
  });
});

test('CALL-16 accepts the whole received text in place of the code', async () => {
  const { id, code } = await sentMessage();
  const answer = await server.visitor().call(messageReceivedSms, by(mine, { messageCode: `Hello #${code}` }));
  expect(answer.testLogID).toBe(id);
});

test('CALL-16 a field that cannot be read is named in the answer and in Why, and the text confirms', async () => {
  const { id, code } = await sentMessage();
  const ignored = [{ field: 'receivedAt', reason: '"yesterday \\u0000" could not be read' }];
  const body = { messageCode: `Hello #${code}`, sender: '<unknown>', receivedAt: 'yesterday \u0000' };
  expect(await server.visitor().call(messageReceivedSms, by(mine, body))).toEqual({
    testLogID: id,
    testActivityStatus: 'RECEIVED',
    ignored,
  });
  const why = await client.call(calls.messageWhy, { query: { testLogID: id } });
  expect(why).toMatchObject({ verdict: 'confirmed', addsUp: true });
  expect(why.evidence.find(({ kind }) => kind === 'reception')).toMatchObject({
    ignored,
    stated: null,
    sender: '<unknown>',
    senderComparison: null,
  });
});

test('EVIDENCE-1 an MMS reported without a form confirms the text, and says nothing about its files', async () => {
  const { id, code } = await sentMessage();
  await server.db.updateTable('messages').set({ message_type: 'MMS' }).where('id', '=', id).execute();
  await server.visitor().call(messageReceivedSms, by(mine, { messageCode: `Hello #${code}` }));
  const log = await client.call(testLog, { query: { id } });
  expect(log).toMatchObject({ verdict: 'confirmed', fileFinding: 'not told' });
  expect(log.reception).not.toHaveProperty('missingMedia');
});

test('CALL-16 a duplicate report gets the same answer, and the message is received once', async () => {
  const { id, code } = await sentMessage();
  const post = () => server.visitor().call(messageReceivedSms, by(mine, { messageCode: code }));
  const first = await post();
  const received = await client.call(testLog, { query: { id } });
  await server.clock.advance(1_000);
  expect(await post()).toEqual(first);
  expect((await client.call(testLog, { query: { id } })).messageReceivedTimestamp).toBe(
    received.messageReceivedTimestamp,
  );
});

test("CALL-16 the code of another phone's message answers like an unknown one, and confirms nothing", async () => {
  const { id, code } = await sentMessage();
  const other = await server.visitor().problem(messageReceivedSms, by(others, { messageCode: code }));
  const unknown = await server
    .visitor()
    .problem(messageReceivedSms, by(others, { messageCode: 'A7777777777' }));
  expect(other).toMatchObject({ status: 404, code: 'message.unknown' });
  expect({ ...other, requestId: '' }).toEqual({ ...unknown, requestId: '' });
  expect((await client.call(testLog, { query: { id } })).testActivityStatus).toBe('SENT');
});

test('CALL-16 an unknown code is 404, and the report is stored for later matching', async () => {
  const report = { messageCode: 'A5555555555', messageBody: 'kept for later' };
  expect(await server.visitor().problem(messageReceivedSms, by(mine, report))).toMatchObject({ status: 404 });
  const rows = await server.db
    .selectFrom('receptions')
    .select(['message_id', 'phone_id', 'text'])
    .where('code', '=', report.messageCode)
    .execute();
  expect(rows).toEqual([{ message_id: null, phone_id: 1, text: report.messageBody }]);
});

test('CALL-16 a wrong or deleted key is 401, even with a valid session', async () => {
  const { key, id } = await client.call(calls.createHandsetKey, { body: { phoneId: 3 } });
  await client.call(at(calls.deleteHandsetKey, id));
  for (const wrong of [key, `${mine}x`, 'tph_nonsense']) {
    const sent = by(wrong, { messageCode: 'A5555555555' });
    for (const who of [server.visitor(), client]) {
      expect(await who.refusal(messageReceivedSms, sent)).toBe('401 handset-key.invalid');
    }
  }
});

test('CALL-16 a session with its CSRF token may report for any phone; without the token it is 403', async () => {
  const { id, code } = await sentMessage();
  const body = { messageCode: code };
  expect(await client.problem(messageReceivedSms, { body, token: null })).toMatchObject({ status: 403 });
  expect((await client.call(messageReceivedSms, { body })).testLogID).toBe(id);
});

test('CALL-16 log and evidence name the user who confirmed a message in the console; a handset has no name there', async () => {
  const byPerson = await sentMessage();
  const { user } = await client
    .call(calls.authStatus)
    .then((status) => status as { user: { username: string } });
  await client.call(messageReceivedSms, { body: { messageCode: byPerson.code } });
  const log = await client.call(testLog, { query: { id: byPerson.id } });
  expect(log.reception?.confirmedBy).toBe(user.username);
  const why = await client.call(calls.messageWhy, { query: { testLogID: byPerson.id } });
  expect(why.evidence.filter(({ kind }) => kind === 'reception')).toMatchObject([
    { confirmedBy: user.username },
  ]);

  const byHandset = await sentMessage();
  await server.visitor().call(messageReceivedSms, by(mine, { messageCode: byHandset.code }));
  expect((await client.call(testLog, { query: { id: byHandset.id } })).reception).not.toHaveProperty(
    'confirmedBy',
  );
});

test.each([{}, { messageCode: 7 }, { messageCode: ' ', messageBody: [] }])(
  'CALL-16 a report without code and text is 422 and names the code: %j',
  async (body) => {
    const problem = await server.visitor().problem(messageReceivedSms, by(mine, body));
    expect(problem.status).toBe(422);
    expect(problem.errors?.map((error) => error.field)).toEqual(['messageCode']);
  },
);

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
  'CALL-16 the declared type of a report does not matter: %s',
  async (type) => {
    const { id, code } = await sentMessage();
    const body = JSON.stringify({ messageCode: `Hello #${code}` });
    const sent = by(mine, body);
    const headers = { ...sent.headers, 'content-type': type };
    expect(await server.visitor().call(messageReceivedSms, { ...sent, headers })).toMatchObject({
      testLogID: id,
    });
  },
);

test('CALL-16 invalid JSON is 400', async () => {
  expect(await server.visitor().refusal(messageReceivedSms, by(mine, '{"messageCode": '))).toBe(
    '400 json.invalid',
  );
});
