import type { Database } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { afterEach, expect, test } from 'vitest';
import { accepted, claimNewMessages, createRigClock, deliver } from '../testing/evidence-rig.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRunCloser } from './close-runs.ts';

const ARRIVALS = 20;
const APART_MS = 60;

let world: World;
afterEach(() => world.close());

/** Counts the statements that read messages. */
function countingRecounts(db: Database): { db: Database; recounts: () => number } {
  let recounts = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      if ('sqlFragments' in node && node.sqlFragments.some((text) => / messages m\\b/.test(text))) {
        recounts += 1;
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counting, recounts: () => recounts };
}

test('late arrivals close their run again without recounting any message, however many there are', async () => {
  const clock = createRigClock();
  world = await createWorld({ phones: ARRIVALS, clock });
  const messages = await claimNewMessages(world);
  for (const message of messages) {
    await deliver(world, message, [accepted(message), { kind: 'deadline' }]);
  }
  const [{ id: runId } = { id: 0 }] = await world.db.selectFrom('runs').select('id').execute();
  const { db, recounts } = countingRecounts(world.db);
  let flushed = Promise.withResolvers<void>();
  const closer = createRunCloser({ db, clock, log: silentLog, onClosed: () => flushed.resolve() });
  for (const message of messages) {
    await deliver(world, message, [{ kind: 'reception', text: 'whole', at: 100 }]);
    flushed = Promise.withResolvers();
    closer.add([runId]);
    await flushed.promise;
    await clock.advance(APART_MS);
  }
  await closer.stop();
  expect(recounts()).toBe(0);
  expect(await world.db.selectFrom('runs').selectAll().execute()).toMatchObject([
    { status: 'DELIVERED', messages_settled: ARRIVALS, messages_received: ARRIVALS },
  ]);
});
