/** Who confirmed a message, and who created, changed and stopped a test (AUDIT-4). */
import { randomBytes } from 'node:crypto';
import { calls } from '@textprobe/contract/calls';
import { insertHandsetKey } from '@textprobe/database/handsets/handset-keys';
import { insertHandsetSource } from '@textprobe/database/handsets/handset-sources';
import { expect, test } from 'vitest';
import { newSourceId } from '../../handsets/new-source.ts';
import { makeMessage, makeTest } from '../../testing/messages.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import { openTestServer, USERNAME } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();

test('AUDIT-4 the timeline names the handset key, app, provider account or person that confirmed the message', async () => {
  const { db, clock, engineApi } = server;
  const keyHash = randomBytes(32);
  const app = { id: newSourceId(), kind: 'sms-gateway', name: 'Rack' } as const;
  const provider = { id: newSourceId(), kind: 'twilio', name: 'Numbers' } as const;
  await db.transaction().execute(async (tx) => {
    const key = { phoneId: 1, keyHash, label: 'Shelf', madeBy: null, createdAt: clock.now() };
    await insertHandsetKey(tx, key);
    for (const source of [app, provider])
      await insertHandsetSource(tx, { ...source, secret: Buffer.alloc(1), createdBy: null }, clock.now());
  });
  const [account] = await db.selectFrom('accounts').select('id').execute();
  const reporters = [
    [{ keyHash, phoneId: 1 }, { reportedBy: { kind: 'key', name: 'Shelf' } }],
    [{ sourceId: app.id }, { reportedBy: { kind: app.kind, name: app.name } }],
    [{ sourceId: provider.id }, { reportedBy: { kind: provider.kind, name: provider.name } }],
    [{ accountId: account?.id ?? 0 }, { reportedBy: null, confirmedBy: USERNAME }],
  ] as const;
  for (const [by, shown] of reporters) {
    const at = clock.now();
    const { id, code } = await makeMessage(db, { ...(await makeTest(db, at)), at }, 'sent');
    const arrival = {
      inbox: 'native',
      phoneId: null,
      messageCode: code,
      text: null,
      sender: null,
      stated: null,
    };
    await engineApi.receive([{ ...arrival, ...by }]);
    const { evidence } = await client.call(calls.messageWhy, { query: { testLogID: id } });
    expect(evidence).toContainEqual(expect.objectContaining({ kind: 'reception', ...shown }));
  }
});

test('AUDIT-4 the report says who created, changed and stopped the test', async () => {
  const body = {
    ...PAYLOAD,
    testType: 'RECURRING',
    recurrenceRule: { frequency: 'days', interval: 1, time: '10:30' },
  };
  const { testId } = await client.call(calls.createTest, { body });
  await client.call(calls.updateTest, { body: { ...body, testId, messageBody: 'Changed' } });
  await client.call(calls.stopTest, { query: { testId } });
  const { history } = await client.call(calls.report, { query: { testId } });
  expect(history).toEqual(
    ['created', 'updated', 'stopped'].map((what) => ({
      what,
      at: expect.any(String),
      by: USERNAME,
      token: null,
    })),
  );
});
