/** The story of a message that had everything happen to it: nothing of it is lost, and each verdict on the way shows. */
import { claimMessages } from '@textprobe/database/messages/message-claims';
import { toLedgers } from '@textprobe/database/messages/message-row';
import { readMessageStory } from '@textprobe/database/messages/message-story';
import { replayEvidence } from '@textprobe/domain/evidence-replay';
import { afterAll, expect, test } from 'vitest';
import { endStaleClaims } from '../dispatch/leases.ts';
import { transact } from '../kit/transact.ts';
import { recordEvidence } from '../receive/record-evidence.ts';
import {
  claimNewMessages,
  createRigClock,
  providerId,
  type RigMessage,
  tell,
} from '../testing/evidence-rig.ts';
import { createWorld } from '../testing/world.ts';

const LEASE_MS = 60_000;

const clock = createRigClock();
const world = await createWorld({ phones: 1, clock });
afterAll(() => world.close());

async function storyOf(message: RigMessage) {
  const row = await world.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', message.id)
    .executeTakeFirstOrThrow();
  const { items, parts } = await readMessageStory(world.db, row);
  const heard = items.flatMap((item) => (item.told === null ? [] : [{ ...item, told: item.told }]));
  const { steps, ledgers } = replayEvidence(
    toLedgers(row),
    heard.map(({ told }) => told),
  );
  expect(ledgers).toEqual(toLedgers(row));
  const verdicts = new Map(heard.map((item, index) => [item.told, steps[index]?.verdict]));
  return { items, parts, told: items.map(({ kind, told }) => [kind, told && verdicts.get(told)]) };
}

test('a message whose lease ended before it was given back tells both, and waits again', async () => {
  const [message] = (await claimNewMessages(world, LEASE_MS)) as [RigMessage];
  await clock.advance(LEASE_MS + 1);
  expect(await endStaleClaims(world)).not.toBeNull();
  const lost = await storyOf(message);
  expect(lost.told.slice(-1)).toMatchObject([['unknown', expect.anything()]]);
  await clock.advance(1_000);
  await tell(world, message, [
    { kind: 'outcome', outcome: { kind: 'deferred', retryAfterMs: 0, reason: 'link down' } },
  ]);
  const { items } = await storyOf(message);
  expect(items.map(({ kind }) => kind)).toEqual(['created', 'claimed', 'unknown', 'given-back']);
});

test('a message that was given back, lost, corrected, overdue and late tells all of it, in order', async () => {
  const [message] = (await claimNewMessages(world)) as [RigMessage];
  const deferred = { kind: 'deferred', retryAfterMs: 1_000, reason: 'throttled' } as const;
  await tell(world, message, [{ kind: 'outcome', outcome: deferred }]);
  await clock.advance(2_000);
  const { gatewayId } = world;
  const claim = { gatewayId, limit: 1, workerId: 'second', now: clock.now(), leaseMs: LEASE_MS };
  expect((await claimMessages(world.db, world.codes, claim)).messages).toHaveLength(1);
  await clock.advance(LEASE_MS + 1);
  expect(await endStaleClaims(world)).not.toBeNull();
  await clock.advance(1_000);
  const parts = [{ part: 1, parts: 1, providerId: providerId(message, 1) }];
  const accepted = { kind: 'accepted', at: clock.now() - LEASE_MS, parts } as const;
  const late = {
    kind: 'outcome',
    key: message,
    gatewayId: world.gatewayId,
    attempt: null,
    outcome: accepted,
  } as const;
  await transact(world, (tx) => recordEvidence(tx, [late], clock.now()));
  await tell(world, message, [
    { kind: 'receipt', part: 1, state: 'enroute', at: clock.now() + 1_000 - message.createdAt },
    { kind: 'deadline' },
    { kind: 'reception', text: 'whole', at: 11 * 24 * 3_600_000 },
  ]);

  const story = await storyOf(message);
  expect(story.told).toEqual([
    ['created', null],
    ['claimed', 'waiting'],
    ['given-back', 'waiting'],
    ['claimed', 'waiting'],
    ['unknown', 'unknown'],
    ['accepted', 'in transit'],
    ['receipt', 'in transit'],
    ['deadline', 'lost'],
    ['settled', null],
    ['reception', 'late'],
  ]);
  expect(story.items[1]).toMatchObject({ attempt: 1, workerId: 'rig' });
  expect(story.items[2]).toMatchObject({ attempt: 1, reason: 'throttled' });
  expect(story.items[3]).toMatchObject({ attempt: 2, workerId: 'second' });
  expect(story.items[4]).toMatchObject({ error: expect.stringMatching(/ended before/) });
  expect(story.items[6]).toMatchObject({ receipt: { raw: 'id:…' }, part: { part: 1 } });
  expect(story.parts).toMatchObject([{ part: 1, parts: 1, provider_id: providerId(message, 1) }]);
});

test('a message that goes the usual way writes no event, and its story is whole all the same', async () => {
  const [message] = (await claimNewMessages(world)) as [RigMessage];
  const parts = [1, 2].map((part) => ({ part, parts: 2, providerId: providerId(message, part) }));
  const at = message.createdAt + 5;
  await clock.advance(1_000);
  await tell(world, message, [
    { kind: 'outcome', outcome: { kind: 'accepted', at, parts } },
    { kind: 'receipt', part: 1, state: 'delivered', at: 10 },
    { kind: 'receipt', part: 2, state: 'delivered', at: 20 },
    { kind: 'reception', text: 'whole', at: 30 },
  ]);
  const story = await storyOf(message);
  expect(story.told.map(([kind]) => kind)).toEqual([
    'created',
    'claimed',
    'accepted',
    'receipt',
    'receipt',
    'reception',
    'settled',
  ]);
  expect(story.told.at(-2)).toEqual(['reception', 'confirmed']);
  const kept = world.db.selectFrom('message_events').select('id').where('message_id', '=', message.id);
  expect(await kept.execute()).toEqual([]);
});
