import { fileURLToPath } from 'node:url';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import { type Child, startScript } from '@textprobe/domain/testing/child-program';
import { afterEach, expect, test } from 'vitest';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { passLeases } from '../testing/pass-deadlines.ts';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
let child: Child | undefined;
afterEach(async () => {
  // A worker that did not kill itself must not outlive the test.
  await child?.end('SIGKILL');
  await world.close();
});

const program = fileURLToPath(new URL('../testing/killed-worker.ts', import.meta.url));

test('Promise 3: a worker killed between claim and send leaves UNKNOWN, which is never resent', async () => {
  world = await createWorld({ phones: 5, deadlineMs: 60_000 });
  const testId = await world.createTest();
  await runUntilKilled('before-first-byte');
  const claimed = (await world.messagesOf(testId)).filter((message) => message.submission_state === 1);
  expect(claimed.map((message) => message.claimed_by)).toEqual(['killed', 'killed', 'killed']);

  await passLeases(world.db);
  const gateway = createFakeGateway();
  await world.startEngine(gateway);
  await world.until(async () => {
    const states = (await world.messagesOf(testId)).map((message) => message.submission_state);
    return states.every((state) => state >= 3);
  });
  const messages = await world.messagesOf(testId);
  const lost = messages.filter((message) => message.claimed_by === 'killed');
  expect(lost.map((message) => messageStatusFromRank(message.status))).toEqual([
    'UNKNOWN',
    'UNKNOWN',
    'UNKNOWN',
  ]);
  expect(lost.every((message) => message.submission_error !== null && message.settled_at === null)).toBe(
    true,
  );
  // Unclaimed messages were sent; claimed ones were not, although the successor looked for work.
  expect(gateway.submissions.map((message) => message.to).sort()).toEqual(
    messages
      .filter((message) => message.claimed_by !== 'killed')
      .map((message) => message.recipient)
      .sort(),
  );
});

test('Promise 2: if a worker is killed while it creates a run’s messages, its successor neither duplicates nor skips any', async () => {
  world = await createWorld({ offices: 50, phones: 50 });
  const testId = await world.createTest();
  await runUntilKilled('after-first-chunk');
  expect(await world.messagesOf(testId)).toHaveLength(1_000);

  const gateway = createFakeGateway({ window: 500 });
  await world.startEngine(gateway);
  await gateway.submitted(2_500);
  const messages = await world.messagesOf(testId);
  expect(new Set(messages.map((message) => `${message.office_id}/${message.phone_id}`)).size).toBe(2_500);
  expect(messages).toHaveLength(2_500);
});

async function runUntilKilled(moment: string): Promise<void> {
  child = startScript(program, [world.url, String(world.gatewayId), moment]);
  expect(await child.ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
}
