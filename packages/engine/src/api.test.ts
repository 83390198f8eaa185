import { listen } from '@textprobe/database/core/listen';
import { silentLog } from '@textprobe/database/core/log';
import { LIVE_TESTS_CHANNEL, RUNS_CHANNEL } from '@textprobe/database/live/channels';
import { listReceptions } from '@textprobe/database/receptions/receptions';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { claimNewMessages, type RigMessage } from './testing/evidence-rig.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
afterEach(() => world.close());

test('Promise 1: an arrival is acknowledged only after its commit', async () => {
  const [message] = await worldWithMessages(1);
  // Everything succeeds except the commit itself.
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`.execute(
    world.db,
  );
  await sql`create constraint trigger refuse after insert on receptions deferrable initially deferred
    for each row execute function refuse()`.execute(world.db);
  await expect(world.engineApi.receive([arrival(message.text)])).rejects.toThrow('no room');
  await sql`drop trigger refuse on receptions`.execute(world.db);
  expect(await world.engineApi.receive([arrival(message.text)])).toEqual([
    { kind: 'matched', testLogID: message.id, testActivityStatus: 'RECEIVED' },
  ]);
});

test('CALL-16 a message is found by its bare code and by any text that contains it', async () => {
  const messages = await worldWithMessages(4);
  const [bare, whole, mangled, altered] = messages as [RigMessage, RigMessage, RigMessage, RigMessage];
  const outcomes = await world.engineApi.receive([
    { ...arrival(bare.code), text: null },
    arrival(whole.text),
    arrival(`Fwd:\n${mangled.text.replace('#', '＃').toLowerCase()}  `),
    arrival(`Gruesse #${altered.code}`),
  ]);
  expect(outcomes).toEqual(
    messages.map((message) => ({ kind: 'matched', testLogID: message.id, testActivityStatus: 'RECEIVED' })),
  );
  const rows = await world.messagesOf(whole.testId);
  expect(rows.map((row) => row.comparison)).toEqual(['unknown', 'identical', 'altered', 'altered']);
  const receptions = await listReceptions(world.db, [altered.id]);
  expect(receptions.get(altered.id)).toMatchObject([
    { text: `Gruesse #${altered.code}`, comparison: 'altered', sender_comparison: null },
  ]);
});

test('CALL-16 a phone confirms only its own messages; another phone’s code is answered like an unknown one and stored', async () => {
  const [first, second] = (await worldWithMessages(2)) as [RigMessage, RigMessage];
  const [firstPhone = 0] = world.phoneIds;
  const outcomes = await world.engineApi.receive([
    { ...arrival(second.text), phoneId: firstPhone },
    arrival('Hello #0000000000A'),
    arrival('nothing to read'),
    { ...arrival(first.text), phoneId: firstPhone },
  ]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['unmatched', 'unmatched', 'unmatched', 'matched']);
  const unmatched = await world.db
    .selectFrom('receptions')
    .select(['code', 'text'])
    .where('message_id', 'is', null)
    .orderBy('id')
    .execute();
  expect(unmatched).toEqual([
    { code: second.code, text: second.text },
    { code: '0000000000A', text: 'Hello #0000000000A' },
    { code: null, text: 'nothing to read' },
  ]);
});

test('a text that the database cannot store is stored as far as possible, and the rest of its batch with it', async () => {
  const [first, second] = (await worldWithMessages(2)) as [RigMessage, RigMessage];
  const outcomes = await world.engineApi.receive([
    arrival(`\u0000\ud800${first.text}`),
    arrival(second.text),
  ]);
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(['matched', 'matched']);
  const receptions = await listReceptions(world.db, [first.id]);
  expect(receptions.get(first.id)?.[0]?.text).toBe(`\uFFFD\uFFFD${first.text}`);
});

test('repeating an arrival gives the same answer and changes nothing', async () => {
  const [message] = await worldWithMessages(1);
  const once = await world.engineApi.receive([arrival(message.text)]);
  const before = await world.messagesOf(message.testId);
  expect(await world.engineApi.receive([arrival(message.text)])).toEqual(once);
  expect(await world.messagesOf(message.testId)).toEqual(before);
});

test('many simultaneous arrivals are all answered, each with its own message', async () => {
  const messages = await worldWithMessages(300);
  const answers = await Promise.all(
    messages.map((message) => world.engineApi.receive([arrival(message.text)])),
  );
  expect(answers.map(([outcome]) => outcome)).toEqual(
    messages.map((message) => ({ kind: 'matched', testLogID: message.id, testActivityStatus: 'RECEIVED' })),
  );
});

test('a test that runs at once wakes the workers of other processes at commit', async () => {
  world = await createWorld();
  const { promise: woken, resolve } = Promise.withResolvers<number>();
  const committed = () => world.db.selectFrom('runs').select('id').execute();
  const handler = { onNotification: async () => resolve((await committed()).length), onReconnect() {} };
  const listener = await listen(world.url, [RUNS_CHANNEL], handler, { clock: world.clock, log: silentLog });
  await world.createTest();
  expect(await woken).toBe(1);
  await listener.close();
});

test('changed tests are published to screens together in one notification', async () => {
  const [message] = await worldWithMessages(1);
  await world.until(async () => (await world.test(message.testId)).execution_status === 'EXECUTING');
  const payloads: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = await listen(
    world.url,
    [LIVE_TESTS_CHANNEL],
    {
      onNotification(_channel, payload) {
        payloads.push(payload);
        resolve();
      },
      onReconnect: () => undefined,
    },
    { clock: world.clock, log: silentLog },
  );
  world.engineApi.publishChanges([{ id: 7, partnerIds: [1] }]);
  world.engineApi.publishChanges([
    { id: 7, partnerIds: [1] },
    { id: 9, partnerIds: [1] },
  ]);
  await promise;
  await listener.close();
  expect(payloads.map((payload) => JSON.parse(payload))).toEqual([[{ partnerIds: [1], testIds: [7, 9] }]]);
});

async function worldWithMessages(phones: number): Promise<[RigMessage, ...RigMessage[]]> {
  world = await createWorld({ phones });
  return (await claimNewMessages(world)) as [RigMessage, ...RigMessage[]];
}

function arrival(text: string) {
  return { inbox: 'native', phoneId: null, messageCode: text, text, sender: null, stated: null };
}
