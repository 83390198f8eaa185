import type { Database } from '@textprobe/database/core/connection';
import type { QueryResult } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { countClaimedIn } from '../testing/claimed-in.ts';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

test('Promise 3: sending does not outrun the written outcomes: at most a thousand messages are in flight', async () => {
  const current = await createWorld({ offices: 30, phones: 40 });
  world = current;
  const testId = await current.createTest();
  const gateway = createFakeGateway();
  const { db, maxInFlight, countCheck } = holdWritesUntil(current.db, (claimed) => claimed >= 1_000);
  const { capacity } = gateway;
  await current.startEngine(Object.assign(gateway, { capacity: () => countCheck(capacity()) }), {
    db,
    indexOnlyPool: db,
  });
  await current.until(async () => (await current.test(testId)).execution_status !== 'UNEXECUTED');
  await gateway.submitted(1_200);
  await current.until(async () =>
    (await current.messagesOf(testId)).every(({ submission_state }) => submission_state > 1),
  );
  expect(maxInFlight()).toBe(1_000);
});

/** By the slow path or the fast path. */
function isOutcomeWrite(statement: string): boolean {
  return /set\\n\s+submission_state = (k\.submission_state|",)/.test(statement);
}

/** Rows written; the fast path counts them itself. */
function writtenBy({ rows, numAffectedRows }: QueryResult<object>): number {
  const [first] = rows;
  return first !== undefined && 'moved' in first ? Number(first.moved) : Number(numAffectedRows);
}

/**
 * The database, holding back the writing of outcomes until this many messages are claimed and the dispatcher has
 * checked its capacity again.
 */
function holdWritesUntil(db: Database, enough: (claimed: number) => boolean) {
  const gate = Promise.withResolvers<void>();
  const writes = new WeakSet<object>();
  let claimed = 0;
  let written = 0;
  let maxInFlight = 0;
  let checks = 0;
  return {
    maxInFlight: () => maxInFlight,
    countCheck(capacity: number) {
      if (enough(claimed)) checks += 1;
      // Each check reads the capacity more than once.
      if (checks > 4) gate.resolve();
      return capacity;
    },
    db: db.withPlugin({
      transformQuery({ node, queryId }) {
        if (isOutcomeWrite(JSON.stringify(node))) writes.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        claimed += countClaimedIn(result);
        maxInFlight = Math.max(maxInFlight, claimed - written);
        if (!writes.has(queryId)) return result;
        await gate.promise;
        written += writtenBy(result);
        return result;
      },
    }),
  };
}
