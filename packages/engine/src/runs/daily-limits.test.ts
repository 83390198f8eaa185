/** Daily limits of messages: due and waiting runs over a limit are missed and send nothing (ACCT-11). */
import type { WireRecurrenceRule } from '@textprobe/domain/recurrence-rule';
import { afterEach, expect, test } from 'vitest';
import { createTimeWorld, instantOf, type TimeWorld } from '../testing/time-world.ts';

let time: TimeWorld;
afterEach(() => time.world.close());

const daily: WireRecurrenceRule = { interval: 1, frequency: 'days', start_date: '2026-11-01', time: '10:30' };
const REASON = 'missed: the daily limit was reached';
const limit = (messages: number | null) =>
  time.db.updateTable('partners').set({ limit_per_day: messages }).execute();

async function reasonsOf(testId: number): Promise<(string | null)[]> {
  const runs = await time.db
    .selectFrom('runs')
    .select('status_reason')
    .where('test_id', '=', testId)
    .orderBy('due_at')
    .execute();
  return runs.map((run) => run.status_reason);
}

async function counted(): Promise<number[]> {
  const rows = await time.db.selectFrom('daily_messages').select('messages').orderBy('day').execute();
  return rows.map(({ messages }) => messages);
}

test("ACCT-11 a recurring test's run over the limit is missed, and the next day's goes", async () => {
  time = await createTimeWorld('2026-11-21 10:00', { offices: 2, phones: 2 });
  await limit(7);
  await time.world.createTest();
  const id = await time.world.createTest({ rule: daily });
  time.setClock('2026-11-21 10:30');
  expect(await time.work()).toEqual([]);
  expect(await time.history(id)).toEqual(['11-21 MISSED']);
  expect(await reasonsOf(id)).toEqual([REASON]);
  expect((await time.world.test(id)).execution_status).toBe('UNEXECUTED');
  expect(await counted()).toEqual([4]);
  time.setClock('2026-11-22 10:30');
  expect(await time.work()).toHaveLength(1);
  expect(await time.history(id)).toEqual(['11-21 MISSED', '11-22 EXECUTING']);
});

test('ACCT-11 of tests due at once those that fit are sent, and a one-time test that does not is FAILED', async () => {
  time = await createTimeWorld('2026-11-21 10:00', { phones: 3 });
  await limit(5);
  const { phoneIds } = time.world;
  const scheduledAt = instantOf('2026-11-21 10:30');
  const first = await time.world.createTest({ scheduledAt });
  const large = await time.world.createTest({ scheduledAt });
  const small = await time.world.createTest({ scheduledAt, phoneIds: phoneIds.slice(0, 2) });
  time.setClock('2026-11-21 10:30');
  expect(await time.work()).toHaveLength(2);
  expect(await Promise.all([first, large, small].map((id) => time.history(id)))).toEqual([
    ['11-21 EXECUTING'],
    ['11-21 MISSED'],
    ['11-21 EXECUTING'],
  ]);
  expect(await time.world.test(large)).toMatchObject({ execution_status: 'FAILED', status_reason: REASON });
  expect(await counted()).toEqual([5]);
});

test('ACCT-11 a waiting run counts when it begins, and is missed if the limit is reached by then', async () => {
  time = await createTimeWorld('2026-11-21 10:00');
  const id = await time.world.createTest({ rule: daily, overlap: 'wait' });
  for (const day of ['21', '22']) {
    time.setClock(`2026-11-${day} 10:30`);
    await time.work();
  }
  expect(await time.history(id)).toEqual(['11-21 EXECUTING', '11-22 WAITING']);
  expect(await counted()).toEqual([1]);
  await limit(0);
  await time.endRuns(id);
  expect(await time.work()).toEqual([]);
  expect(await time.history(id)).toEqual(['11-21 DELIVERED', '11-22 MISSED']);
  expect(await reasonsOf(id)).toEqual([null, REASON]);
});
