import { readMessageTimeline } from '@textprobe/database/message-log/message-timeline';
import { withClaims } from '@textprobe/database/messages/held-messages';
import { toLedgers } from '@textprobe/database/messages/message-row';
import { foldRollupDeltas } from '@textprobe/database/rollups/rollup-fold';
import { readTotals } from '@textprobe/database/rollups/rollup-reader';
import { countRollupFaults, rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { readRollups } from '@textprobe/database/testing/read-rollups';
import { replayEvidence } from '@textprobe/domain/evidence-replay';
import { messageStatusFromRank, messageStatusRank } from '@textprobe/domain/message-status';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import { deriveVerdict } from '@textprobe/domain/verdict';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { transact } from '../kit/transact.ts';
import {
  claimNewMessages,
  createRigClock,
  deliver,
  providerId,
  type RigEvent,
  type RigMessage,
} from '../testing/evidence-rig.ts';
import { createWorld } from '../testing/world.ts';

const clock = createRigClock();
const world = await createWorld({ phones: 2, clock });
afterAll(() => world.close());

/**
 * Everything that may be reported about one message: an answer (of up to three parts), receipts, receptions, a
 * deadline.
 */
const scenarioArbitrary = fc.record({
  ending: fc.constantFrom('accepted', 'late', 'lost', 'half lost', 'rejected', 'half rejected'),
  parts: fc.integer({ min: 1, max: 3 }),
  receipts: fc.array(
    fc.record({
      part: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom('none' as const, 'enroute' as const, 'failed' as const, 'delivered' as const),
      at: fc.integer({ min: 10, max: 50_000 }),
    }),
    { maxLength: 6 },
  ),
  receptions: fc.array(
    fc.record({
      text: fc.constantFrom('whole' as const, 'altered' as const, 'code' as const),
      at: fc.integer({ min: 10, max: 2_000_000 }),
    }),
    { maxLength: 3 },
  ),
  deadline: fc.boolean(),
});

/** How a scenario is delivered: everything at least once, some of it again, in a seeded order, in batches. */
const deliveryArbitrary = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  again: fc.array(fc.nat({ max: 30 }), { maxLength: 20 }),
  batch: fc.integer({ min: 1, max: 5 }),
});

type Scenario = typeof scenarioArbitrary extends fc.Arbitrary<infer T> ? T : never;
type Delivery = typeof deliveryArbitrary extends fc.Arbitrary<infer T> ? T : never;

test(
  'Promise 5: any order and repetition of answers, receipts and receptions ends in the same state, and so does a replay of the stored evidence',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        scenarioArbitrary,
        deliveryArbitrary,
        deliveryArbitrary,
        async (scenario, one, other) => {
          // Past all receipts of the previous scenario, so that those still unmatched are not rematched.
          await clock.advance(60_000);
          const [first, second] = (await claimNewMessages(world)) as [RigMessage, RigMessage];
          await deliverAll(first, scenario, one);
          await deliverAll(second, scenario, other);
          expect(await endOf(second)).toEqual(await endOf(first));
          // The rollups agree with the messages, before and after some deltas are folded.
          expect(await countRollupFaults(world.db)).toBe(0);
          const of = { limit: 20, now: clock.now() };
          if (one.again.length % 2 === 0)
            await transact(world, (tx) => foldRollupDeltas(tx, 'message sum', of));
          expect(await countRollupFaults(world.db)).toBe(0);
        },
      ),
      { numRuns: soakTimes(20) },
    );
  },
  soakTimes(400_000),
);

test(
  'Promise 5: evidence delivered concurrently, in different orders, ends in the same state too',
  async () => {
    await fc.assert(
      fc.asyncProperty(scenarioArbitrary, deliveryArbitrary, async (scenario, delivery) => {
        await clock.advance(60_000);
        const [first, second] = (await claimNewMessages(world)) as [RigMessage, RigMessage];
        await deliverAll(first, scenario, delivery);
        const events = eventsOf(second, scenario);
        const lanes = [events, events.toReversed(), events].map((lane) =>
          Promise.all(chunks(lane, delivery.batch).map((batch) => deliver(world, second, batch))),
        );
        await whileTimePasses(Promise.all(lanes));
        await deliver(world, second, [{ kind: 'rematch receipts' }, { kind: 'deadline' }]);
        expect(await endOf(second)).toEqual(await endOf(first));
        expect(await replay(second)).toEqual(toLedgers(await rowOf(second)));
        expect(await countRollupFaults(world.db)).toBe(0);
      }),
      { numRuns: soakTimes(15) },
    );
  },
  soakTimes(400_000),
);

test('the rollups can be rebuilt from the messages, and are the same', async () => {
  const before = await readRollups(world.db);
  const totals = await readTotals(world.db, ALL_PARTNERS);
  await rebuildRollups(world.db);
  expect(await readRollups(world.db)).toEqual(before);
  expect(await readTotals(world.db, ALL_PARTNERS)).toEqual(totals);
  expect(totals.messages).toBe(before.reduce((sum, rollup) => sum + rollup.messages, 0));
  expect(await world.db.selectFrom('rollup_deltas').select('id').execute()).toEqual([]);
});

async function deliverAll(message: RigMessage, scenario: Scenario, delivery: Delivery): Promise<void> {
  const all = eventsOf(message, scenario);
  const repeated = all.concat(delivery.again.map((pick) => all[pick % all.length] as RigEvent));
  const random = minimalStandard(delivery.seed);
  const shuffled = repeated
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
  let rank = 0;
  for (const part of chunks(shuffled, delivery.batch)) {
    await deliver(world, message, part);
    const { status } = await rowOf(message);
    expect(await replay(message)).toEqual(toLedgers(await rowOf(message)));
    // Never backwards; but a late answer corrects UNKNOWN to SENT.
    const corrected = rank === messageStatusRank('UNKNOWN') && status === messageStatusRank('SENT');
    expect(status >= rank || corrected, `${rank} → ${status}`).toBe(true);
    rank = status;
  }
  // Finally deliver whatever is still pending.
  await deliver(world, message, [{ kind: 'rematch receipts' }, { kind: 'deadline' }]);
  const kept = await timelineOf(message);
  const outcomes = all.flatMap((event) => (event.kind === 'outcome' ? [event.outcome.kind] : []));
  expect(kept.map(({ kind }) => kind)).toEqual(expect.arrayContaining(outcomes));
}

function eventsOf(message: RigMessage, scenario: Scenario): RigEvent[] {
  const at = message.createdAt + 5;
  const parts = Array.from({ length: scenario.parts }, (_, index) => ({
    part: index + 1,
    parts: scenario.parts,
    providerId: providerId(message, index + 1).toUpperCase(),
  }));
  const error = 'no answer';
  const accepted = { kind: 'accepted', at, parts } as const;
  const half = parts.slice(0, Math.floor(scenario.parts / 2));
  const outcomes = {
    accepted: [accepted],
    late: [{ kind: 'unknown', at, error } as const, accepted],
    lost: [{ kind: 'unknown', at, error } as const],
    'half lost': [{ kind: 'unknown', at, error, parts: half } as const],
    rejected: [{ kind: 'rejected', at, error: 'no such number' } as const],
    'half rejected': [{ kind: 'rejected', at, error: 'part 2 refused', parts: half } as const],
  }[scenario.ending];
  return [
    ...outcomes.map((outcome) => ({ kind: 'outcome', outcome }) as const),
    ...scenario.receipts.map((receipt) => ({ kind: 'receipt', ...receipt }) as const),
    ...scenario.receptions.map((reception) => ({ kind: 'reception', ...reception }) as const),
    ...(scenario.deadline ? [{ kind: 'deadline' } as const] : []),
  ];
}

/** Transactions that fail pause before they are retried. */
async function whileTimePasses(work: Promise<unknown>): Promise<void> {
  const ticks = setInterval(() => void clock.advance(1), 1);
  try {
    await work;
  } finally {
    clearInterval(ticks);
  }
}

/** Everything that must not depend on the order; instants relative to the message's creation. */
async function endOf(message: RigMessage) {
  const row = await rowOf(message);
  const since = (at: number | null) => (at === null ? null : at - message.createdAt);
  const parts = await world.db
    .selectFrom('submission_parts')
    .select(['part', 'parts', 'receipt_state', 'receipt_at', 'receipt_error'])
    .where('message_id', '=', message.id)
    .orderBy('part')
    .execute();
  return {
    status: messageStatusFromRank(row.status),
    verdict: deriveVerdict(toLedgers(row)),
    settled: row.settled_at !== null,
    submission: [row.submission_state, since(row.submitted_at), row.submission_error],
    receipt: [row.receipt_state, since(row.receipt_at), row.receipt_error],
    reception: [since(row.received_at), row.comparison],
    deadline: since(row.deadline_at),
    parts: parts.map((part) => ({ ...part, receipt_at: since(part.receipt_at) })),
  };
}

/** The ledgers from a replay of the stored evidence. */
async function replay(message: RigMessage) {
  const evidence = (await timelineOf(message)).flatMap(({ fact }) => fact ?? []);
  return replayEvidence(toLedgers(await rowOf(message)), evidence).ledgers;
}

async function timelineOf(message: RigMessage) {
  return (await readMessageTimeline(world.db, ALL_PARTNERS, await rowOf(message))).items;
}

async function rowOf(message: RigMessage) {
  const stored = await world.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', message.id)
    .executeTakeFirstOrThrow();
  const [row = stored] = await withClaims(world.db, [stored]);
  return row;
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Lehmer's generator, so that the order depends only on the seed. */
function minimalStandard(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
}
