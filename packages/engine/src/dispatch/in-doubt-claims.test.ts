import type { Database } from '@textprobe/database/core/connection';
import { realClock } from '@textprobe/database/testing/real-clock';
import { afterEach, expect, test } from 'vitest';
import { countClaimedIn } from '../testing/claimed-in.ts';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createInDoubtClaims } from './in-doubt-claims.ts';

const ACCEPTED = 5;

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

test('Promise 3: messages of a claim whose commit was not confirmed are sent after all, once each', async () => {
  const current = await createWorld({ offices: 3, phones: 4 });
  world = current;
  const testId = await current.createTest();
  const gateway = createFakeGateway();
  const { db, lost } = losingTheFirstClaim(current.db);
  await current.startEngine(gateway, { indexOnlyPool: db });
  await gateway.submitted(12);
  expect(lost()).toBe(12);
  const messages = await current.until(async () => {
    const all = await current.messagesOf(testId);
    return all.every(({ submission_state }) => submission_state === ACCEPTED) && all;
  });
  expect(messages.map(({ attempts }) => attempts)).toEqual(Array(12).fill(2));
  expect(new Set(gateway.submissions.map(({ reference }) => reference)).size).toBe(12);
  expect(gateway.submissions).toHaveLength(12);
  const events = await current.db.selectFrom('message_events').select(['kind', 'detail']).execute();
  const released = { kind: 'given-back', detail: 'the answer to its claim was lost' };
  expect(events).toEqual(Array(12).fill(released));
});

test('no two claims have the same instant, even if the clock stands still or is set back', () => {
  let now = 5_000;
  const clock = { ...realClock, now: () => now };
  const doubts = createInDoubtClaims({ db: {} as Database, clock, gatewayId: 1, workerId: 'w' });
  const instants = [doubts.nextInstant(), doubts.nextInstant()];
  now = 4_999;
  instants.push(doubts.nextInstant(), doubts.nextInstant());
  expect(instants).toEqual([5_000, 5_001, 4_999, 5_002]);
});

/** The database for a client whose connection breaks after its first claim is committed and before the confirmation arrives. */
function losingTheFirstClaim(db: Database): { db: Database; lost: () => number } {
  let lost = 0;
  const losing = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const claimed = countClaimedIn(result);
      if (lost > 0 || claimed === 0) return result;
      lost = claimed;
      throw new Error('Connection terminated unexpectedly');
    },
  });
  return { db: losing, lost: () => lost };
}
