import { sqlTime } from '@textprobe/database/core/connection';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { afterEach, describe, expect, test } from 'vitest';
import { acceptance, createFakeGateway } from './testing/fake-gateway.ts';
import { passDeadlines } from './testing/pass-deadlines.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
afterEach(() => world.close());

describe('Promise 4: everything accepted ends in a visible final state', () => {
  test('Promise 4: whatever the gateway does, every message is settled and its run closed', async () => {
    world = await createWorld({ offices: 1, phones: 5 });
    const answers: ((at: number) => SubmissionOutcome | 'withhold')[] = [
      () => acceptance('a'),
      (at) => ({ kind: 'rejected', at, error: 'no such number' }),
      (at) => ({ kind: 'unknown', at, error: 'no answer' }),
      () => ({ kind: 'deferred', retryAfterMs: 10, reason: 'throttled' }),
      () => 'withhold',
    ];
    const phoneOf = (to: string) => Number(to.slice(-4)) - 1;
    const gateway = createFakeGateway({
      answer: ({ to }) => answers[phoneOf(to)]?.(Date.now()) ?? 'withhold',
    });
    await world.startEngine(gateway);
    const testId = await world.createTest();
    // All but the deferred one, which goes back and forth, have the gateway's outcome, and that one was retried.
    await world.until(async () => {
      const states = (await world.messagesOf(testId)).map(({ submission_state: state }) => state);
      return states.toSpliced(3, 1).join() === '5,4,3,1';
    });
    await gateway.submitted(6);
    // Now expire the lease of the one that is never answered, and the deadlines of all.
    await world.db
      .updateTable('claims')
      .set({ lease_until: sqlTime(0) })
      .where('attempt', '=', 1)
      .execute();
    await world.until(async () => (await world.messagesOf(testId))[4]?.submission_state === 3);
    await passDeadlines(world.db);
    await world.until(async () => (await world.test(testId)).execution_status !== 'EXECUTING' && closed());
    const messages = await world.messagesOf(testId);
    const ends = messages.map((message) => messageStatusFromRank(message.status));
    expect(ends).toEqual(['FAILED', 'FAILED', 'UNKNOWN', 'FAILED', 'UNKNOWN']);
    expect(messages.every((message) => message.settled_at !== null)).toBe(true);
  });

  test('Promise 4: a message without a gateway ends as never sent', async () => {
    world = await createWorld();
    await world.db.updateTable('gateways').set({ is_default: false }).execute();
    await world.startEngine(createFakeGateway(), { sendExpiryMs: 300 });
    const testId = await world.createTest();
    await world.until(async () => (await world.test(testId)).execution_status === 'FAILED');
    const [message] = await world.messagesOf(testId);
    expect(message).toMatchObject({ submission_state: 2, gateway_name: null, submitted_at: null });
    expect((await world.test(testId)).status_reason).toBe('not sent');
  });
});

describe('late evidence from a gateway', () => {
  test('a late answer corrects UNKNOWN', async () => {
    world = await createWorld();
    const gateway = createFakeGateway({
      answer: () => ({ kind: 'unknown', at: Date.now(), error: 'no answer' }),
    });
    await world.startEngine(gateway);
    const testId = await world.createTest();
    await world.until(async () => (await world.messagesOf(testId))[0]?.status === 2);
    const [message] = gateway.submissions;
    await gateway.handlers.onLateOutcome(message?.reference ?? '', acceptance('00LATE'));
    expect(await world.messagesOf(testId)).toMatchObject([
      { status: 1, submission_state: 5, submission_error: null },
    ]);
    await gateway.sendReceipt({ providerId: 'LATE', state: 'delivered', recipient: message?.to ?? null });
    expect(await world.messagesOf(testId)).toMatchObject([{ status: 4, receipt_state: 3 }]);
    expect(gateway.submissions).toHaveLength(1);
  });

  test('a receipt that arrives before its answer stays unmatched until the answer arrives', async () => {
    world = await createWorld();
    const gateway = createFakeGateway({ answer: () => 'withhold' });
    await world.startEngine(gateway);
    const testId = await world.createTest();
    await gateway.submitted(1);
    await gateway.sendReceipt({ providerId: 'early', state: 'delivered' });
    const [reference = ''] = gateway.withheld.keys();
    gateway.withheld.get(reference)?.(acceptance('early'));
    const message = await world.until(async () => {
      const [row] = await world.messagesOf(testId);
      return row?.receipt_state === 3 && row;
    });
    expect(messageStatusFromRank(message.status)).toBe('DELIVERED');
  });

  test('a deferred message is retried when it is due', async () => {
    world = await createWorld();
    const gateway = createFakeGateway({
      answer: (_message, nth) =>
        nth < 3
          ? { kind: 'deferred', retryAfterMs: 5, reason: 'throttled' }
          : { kind: 'accepted', at: Date.now(), parts: [] },
    });
    await world.startEngine(gateway);
    const testId = await world.createTest();
    await gateway.submitted(3);
    await world.until(async () => (await world.messagesOf(testId))[0]?.submission_state === 5);
    expect(await world.messagesOf(testId)).toMatchObject([{ attempts: 3, claimed_by: 'worker-1' }]);
  });

  test('Promise 1: a receipt that cannot be committed is not acknowledged', async () => {
    world = await createWorld();
    const gateway = createFakeGateway();
    await world.startEngine(gateway);
    await world.createTest();
    await gateway.submitted(1);
    await world.db.schema.alterTable('submission_parts').renameTo('submission_parts_away').execute();
    await expect(gateway.sendReceipt({ providerId: 'fake-1', state: 'delivered' })).rejects.toThrow(
      'submission_parts',
    );
    await world.db.schema.alterTable('submission_parts_away').renameTo('submission_parts').execute();
    await gateway.sendReceipt({ providerId: 'fake-1', state: 'delivered' });
  });
});

async function closed(): Promise<boolean> {
  const run = await world.db.selectFrom('runs').select('closed_at').executeTakeFirstOrThrow();
  return run.closed_at !== null;
}
