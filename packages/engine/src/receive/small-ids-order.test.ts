/** Promise 5 for carriers with small ids in two bases: any order, any batches, several processes. */
import { createRandom } from '@textprobe/carrier-lab/random';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { transact } from '../kit/transact.ts';
import { claimNewMessages, createRigClock } from '../testing/evidence-rig.ts';
import { CARRIERS, countMessages, countReceipts, type MessageEvidence } from '../testing/small-ids.ts';
import { createWorld, type World } from '../testing/world.ts';
import type { Evidence, ReceiptEvidence } from './evidence.ts';
import { recordEvidence } from './record-evidence.ts';
import { rematchReceipts } from './unmatched.ts';

const clock = createRigClock();
let world: World;
afterEach(() => world.close());

/** How evidence is delivered: `lag` and `disorder` are fractions of the time span of all answers. */
const deliveryArbitrary = fc.record({
  carrier: fc.constantFrom(...CARRIERS),
  first: fc.integer({ min: 9, max: 400 }),
  namesPhone: fc.boolean(),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  /** How much later than its answer a receipt arrives. */
  lag: fc.constantFrom(-0.2, 0, 0.05, 0.5, 1),
  /** Maximum delay. A counter does not answer in random order; few hex ids this small contain a letter. */
  disorder: fc.constantFrom(0, 0.1, 0.3),
  largestBatch: fc.integer({ min: 1, max: 120 }),
  processes: fc.integer({ min: 1, max: 3 }),
});
type Delivery = typeof deliveryArbitrary extends fc.Arbitrary<infer T> ? T : never;

test.each([
  { offices: 90, phones: 1 },
  { offices: 18, phones: 5 },
  { offices: 1, phones: 90 },
])(
  'Promise 5: of $offices × $phones messages delivered in any order and batches no receipt goes to another message, and all are matched in the end',
  async (size) => {
    world = await createWorld({ ...size, clock });
    await fc.assert(
      fc.asyncProperty(deliveryArbitrary, async (delivery) => {
        // The ids of earlier messages repeat.
        await sql`truncate submission_parts, raw_receipts, gateway_id_spellings`.execute(world.db);
        const ids = { ...delivery.carrier, first: delivery.first };
        const evidence = countMessages(world, await claimNewMessages(world), ids);
        await deliverAll(evidence, delivery);
        expect(await countReceipts(world, evidence)).toMatchObject({ foreign: 0 });
        await rematch();
        expect(await countReceipts(world, evidence)).toEqual({ own: evidence.length, foreign: 0, none: 0 });
      }),
      { numRuns: soakTimes(15) },
    );
  },
  soakTimes(200_000),
);

async function deliverAll(evidence: readonly MessageEvidence[], delivery: Delivery): Promise<void> {
  const random = createRandom(delivery.seed);
  const late = () => random.next() * delivery.disorder;
  const pending = evidence
    .flatMap(({ answer, receipt }, nth) => [
      { item: answer, at: nth / evidence.length + late() },
      {
        item: delivery.namesPhone ? receipt : nameless(receipt),
        at: nth / evidence.length + delivery.lag + late(),
      },
    ])
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

  async function processPending(): Promise<void> {
    while (pending.length > 0) {
      const batch: Evidence[] = pending.splice(0, 1 + Math.floor(random.next() * delivery.largestBatch));
      await transact(world, (tx) => recordEvidence(tx, batch, clock.now()));
      if (random.next() < 0.1) await rematch();
    }
  }
  await Promise.all(Array.from({ length: delivery.processes }, processPending));
}

function nameless(evidence: ReceiptEvidence): ReceiptEvidence {
  return { ...evidence, receipt: { ...evidence.receipt, recipient: null } };
}

function rematch() {
  return rematchReceipts(world);
}
