/** The last days of a phone, and its last messages, over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { makeMessage, makeTest } from '../../testing/messages.ts';
import { logInAs } from '../../testing/scope-sides.ts';
import { at } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD } from '../../testing/test-server.ts';

const NOON = Date.parse('2026-11-21T12:00:00-08:00');
const DAY = 24 * 3_600_000;
const { server, client } = await openTestServer({ now: NOON });
const ofPhone = (id: number) => at(calls.phoneHistory, id);

async function make(daysAgo: number, outcome: Parameters<typeof makeMessage>[2], more: object = {}) {
  const at = NOON - daysAgo * DAY;
  const made = await makeTest(server.db, at);
  const place = { office_id: 1, partner_id: 1, phone_id: 1, ...more };
  return (await makeMessage(server.db, { ...made, at, place }, outcome)).id;
}

test('DIR-5: a phone has its outcomes by day for 14 days and its last messages, from the account’s own partners only', async () => {
  const old = await make(20, 'received');
  const first = await make(13, 'rejected');
  await make(14, 'received', { phone_id: 2 });
  const offline = await make(0, 'handset offline');
  const received = await make(0, 'received');
  const ofOthers = await make(1, 'received', { partner_id: 2 });

  const { days, testLogs } = await client.call(ofPhone(1));
  expect(days).toHaveLength(14);
  const nothing = { messages: 0, received: 0, known: 0, offline: 0 };
  expect(days.filter(({ messages }) => messages > 0)).toEqual([
    { day: '2026-11-08', ...nothing, messages: 1, known: 1 },
    { day: '2026-11-20', ...nothing, messages: 1, received: 1, known: 1 },
    { day: '2026-11-21', messages: 2, received: 1, known: 1, offline: 1 },
  ]);
  expect(days[0]?.day).toBe('2026-11-08');
  const ids = testLogs.map(({ testLogID }) => testLogID);
  expect(ids).toEqual([received, offline, ofOthers, first, old]);

  const operator = await logInAs(server, {
    username: 'oda',
    role: 'operator',
    partnerIds: [1],
    passwordHash: await hashPassword(PASSWORD),
  });
  const seen = await operator.call(ofPhone(1));
  expect(seen.testLogs.map(({ testLogID }) => testLogID)).toEqual(ids.filter((id) => id !== ofOthers));
  expect(seen.days.at(-2)).toMatchObject({ messages: 0 });
  expect(await client.refusal(ofPhone(999_999))).toBe('404 directory.unknown');
});

test('DIR-5: the last messages of a phone are ten, however many chunks they are in', async () => {
  const made: number[] = [];
  for (let index = 0; index < 12; index += 1) made.push(await make(0, 'received', { phone_id: 3 }));
  // All are in tests that name phone 1 only.
  expect((await client.call(ofPhone(3))).testLogs).toEqual([]);
  await server.db
    .updateTable('tests')
    .set({ phone_ids: [1, 3] })
    .execute();
  const { testLogs } = await client.call(ofPhone(3));
  expect(testLogs.map(({ testLogID }) => testLogID)).toEqual(made.toReversed().slice(0, 10));
});
