/** The timeline of a message with every kind of event: it is complete, and shows the verdict after each. */
import { readMessageTimeline } from '@textprobe/database/message-log/message-timeline';
import { claimMessages } from '@textprobe/database/messages/message-claims';
import { toLedgers } from '@textprobe/database/messages/message-row';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { replayEvidence } from '@textprobe/domain/evidence-replay';
import { afterAll, expect, test } from 'vitest';
import { endStaleClaims } from '../dispatch/leases.ts';
import { transact } from '../kit/transact.ts';
import { recordEvidence } from '../receive/record-evidence.ts';
import {
  claimNewMessages,
  createRigClock,
  deliver,
  providerId,
  type RigMessage,
} from '../testing/evidence-rig.ts';
import { createWorld } from '../testing/world.ts';

const LEASE_MS = 60_000;

const clock = createRigClock();
const world = await createWorld({ phones: 1, clock });
afterAll(() => world.close());

async function timelineOf(message: RigMessage) {
  const row = await world.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', message.id)
    .executeTakeFirstOrThrow();
  const { items, parts } = await readMessageTimeline(world.db, ALL_PARTNERS, row);
  const counted = items.flatMap((item) => (item.fact === null ? [] : [{ ...item, fact: item.fact }]));
  const { steps, ledgers } = replayEvidence(
    toLedgers(row),
    counted.map(({ fact }) => fact),
  );
  expect(ledgers).toEqual(toLedgers(row));
  const verdicts = new Map(counted.map((item, index) => [item.fact, steps[index]?.verdict]));
  return { items, parts, verdicts: items.map(({ kind, fact }) => [kind, fact && verdicts.get(fact)]) };
}

test('a message whose lease ended before it was given back shows both, and waits again', async () => {
  const [message] = (await claimNewMessages(world, LEASE_MS)) as [RigMessage];
  await clock.advance(LEASE_MS + 1);
  expect(await endStaleClaims(world)).not.toBeNull();
  const lost = await timelineOf(message);
  expect(lost.verdicts.slice(-1)).toMatchObject([['unknown', expect.anything()]]);
  await clock.advance(1_000);
  await deliver(world, message, [
    { kind: 'outcome', outcome: { kind: 'deferred', retryAfterMs: 0, reason: 'link down' } },
  ]);
  const { items } = await timelineOf(message);
  expect(items.map(({ kind }) => kind)).toEqual(['created', 'claimed', 'unknown', 'given-back']);
});

test('a message that was given back, lost, corrected, overdue and late shows all of it, in order', async () => {
  const [message] = (await claimNewMessages(world)) as [RigMessage];
  const deferred = { kind: 'deferred', retryAfterMs: 1_000, reason: 'throttled' } as const;
  await deliver(world, message, [{ kind: 'outcome', outcome: deferred }]);
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
  await deliver(world, message, [
    { kind: 'receipt', part: 1, state: 'enroute', at: clock.now() + 1_000 - message.createdAt },
    { kind: 'deadline' },
    { kind: 'reception', text: 'whole', at: 11 * 24 * 3_600_000 },
  ]);

  const timeline = await timelineOf(message);
  expect(timeline.verdicts).toEqual([
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
  expect(timeline.items[1]).toMatchObject({ attempt: 1, workerId: 'rig' });
  expect(timeline.items[2]).toMatchObject({ attempt: 1, reason: 'throttled' });
  expect(timeline.items[3]).toMatchObject({ attempt: 2, workerId: 'second' });
  expect(timeline.items[4]).toMatchObject({ error: expect.stringMatching(/stopped before/) });
  expect(timeline.items[6]).toMatchObject({ receipt: { raw: 'id:…' }, part: { part: 1 } });
  expect(timeline.parts).toMatchObject([{ part: 1, parts: 1, provider_id: providerId(message, 1) }]);
});

test('an ordinary message writes no event, and its timeline is still complete', async () => {
  const [message] = (await claimNewMessages(world)) as [RigMessage];
  const parts = [1, 2].map((part) => ({ part, parts: 2, providerId: providerId(message, part) }));
  const at = message.createdAt + 5;
  await clock.advance(1_000);
  await deliver(world, message, [
    { kind: 'outcome', outcome: { kind: 'accepted', at, parts } },
    { kind: 'receipt', part: 1, state: 'delivered', at: 10 },
    { kind: 'receipt', part: 2, state: 'delivered', at: 20 },
    { kind: 'reception', text: 'whole', at: 30 },
  ]);
  const timeline = await timelineOf(message);
  expect(timeline.verdicts.map(([kind]) => kind)).toEqual([
    'created',
    'claimed',
    'accepted',
    'receipt',
    'receipt',
    'reception',
    'settled',
  ]);
  expect(timeline.verdicts.at(-2)).toEqual(['reception', 'confirmed']);
  const kept = world.db.selectFrom('message_events').select('id').where('message_id', '=', message.id);
  expect(await kept.execute()).toEqual([]);
});
