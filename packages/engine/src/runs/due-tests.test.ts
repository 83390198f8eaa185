/** Handling of due instants, on a real database with a clock that the test sets. */
import { sqlTime } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import type { WireRecurrenceRule } from '@textprobe/domain/recurrence-rule';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { createTimeWorld, instantOf, type TimeWorld } from '../testing/time-world.ts';
import { startDueBatch } from './due-tests.ts';

let time: TimeWorld;
afterEach(() => time.world.close());

const daily: WireRecurrenceRule = { interval: 1, frequency: 'days', start_date: '2026-11-01', time: '10:30' };

describe('a scheduled test', () => {
  test('CREATE-16 has no run before its instant, one then, and nothing is due afterwards', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ scheduledAt: instantOf('2026-11-21 10:30') });
    expect(await time.nextDue(id)).toBe('2026-11-21 10:30');
    expect(await time.work()).toEqual([]);
    expect(await time.history(id)).toEqual([]);
    time.setClock('2026-11-21 10:30');
    expect(await time.work()).toHaveLength(1);
    expect(await time.history(id)).toEqual(['11-21 EXECUTING']);
    expect(await time.nextDue(id)).toBeNull();
    expect(await time.work()).toEqual([]);
  });

  test('LIST-8 is EXECUTING from the transaction that inserts its run, so it can no longer be changed', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ scheduledAt: instantOf('2026-11-21 10:30') });
    expect((await time.world.test(id)).execution_status).toBe('UNEXECUTED');
    time.setClock('2026-11-21 10:30');
    await time.work();
    expect((await time.world.test(id)).execution_status).toBe('EXECUTING');
  });

  test('REC-7 missed by more than five minutes, is FAILED for that reason and sends nothing', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ scheduledAt: instantOf('2026-11-21 10:30') });
    time.setClock('2026-11-21 10:36');
    expect(await time.work()).toEqual([]);
    expect(await time.history(id)).toEqual(['11-21 MISSED']);
    expect(await time.world.test(id)).toMatchObject({
      execution_status: 'FAILED',
      status_reason: 'missed: no worker was running when it was due',
      next_due: null,
    });
  });

  test('whose time has passed when it is created runs at once and says so', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ scheduledAt: instantOf('2026-11-21 09:59') });
    expect(await time.world.test(id)).toMatchObject({
      next_due: null,
      schedule_note: 'The scheduled time has already passed: the test runs at once.',
    });
    expect(await time.history(id)).toEqual(['11-21 EXECUTING']);
  });

  test('that is changed runs only at its new instant', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ scheduledAt: instantOf('2026-11-21 10:30') });
    await reschedule(id, { test_type: 'SCHEDULED', scheduled_at: instantOf('2026-11-22 10:30') });
    time.setClock('2026-11-21 10:31');
    expect(await time.work()).toEqual([]);
    time.setClock('2026-11-22 10:30');
    expect(await time.work()).toHaveLength(1);
    expect(await time.history(id)).toEqual(['11-22 EXECUTING']);
  });

  test('UPDATE-8 saved as immediate runs now, once', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ scheduledAt: instantOf('2026-11-21 10:30') });
    await reschedule(id, { test_type: 'IMMEDIATE' });
    await reschedule(id, { test_type: 'IMMEDIATE' });
    time.setClock('2026-11-21 10:30');
    await time.work();
    expect(await time.history(id)).toEqual(['11-21 EXECUTING']);
  });

  test('that is deleted leaves no run', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ scheduledAt: instantOf('2026-11-21 10:30') });
    await time.db.deleteFrom('tests').where('id', '=', id).execute();
    time.setClock('2026-11-21 10:30');
    expect(await time.work()).toEqual([]);
    expect(await time.db.selectFrom('runs').select('id').execute()).toEqual([]);
  });
});

describe('a recurring test', () => {
  test('REC-7 schedules its next occurrence with each run, until none is left', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ rule: { ...daily, end_date: '2026-11-22' } });
    expect(await time.nextDue(id)).toBe('2026-11-21 10:30');
    time.setClock('2026-11-21 10:30');
    await time.work();
    await time.endRuns(id);
    expect(await time.nextDue(id)).toBe('2026-11-22 10:30');
    time.setClock('2026-11-22 10:30');
    await time.work();
    expect(await time.nextDue(id)).toBeNull();
    expect(await time.history(id)).toEqual(['11-21 DELIVERED', '11-22 EXECUTING']);
  });

  test('REC-7 after a stop of five days has five missed occurrences, no burst, and keeps its next one', async () => {
    time = await createTimeWorld('2026-11-20 12:00');
    const id = await time.world.createTest({ rule: daily });
    time.setClock('2026-11-25 12:00');
    expect(await time.work()).toEqual([]);
    const missed = ['11-21', '11-22', '11-23', '11-24', '11-25'].map((day) => `${day} MISSED`);
    expect(await time.history(id)).toEqual(missed);
    expect(await time.nextDue(id)).toBe('2026-11-26 10:30');
    expect(await time.world.test(id)).toMatchObject({ execution_status: 'UNEXECUTED', status_reason: null });
    time.setClock('2026-11-26 10:30');
    expect(await time.work()).toHaveLength(1);
  });

  test('repeats nothing when the clock is set back two hours', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ rule: daily });
    time.setClock('2026-11-21 10:30');
    expect(await time.work()).toHaveLength(1);
    await time.endRuns(id);
    time.setClock('2026-11-21 08:30');
    expect(await time.work()).toEqual([]);
    time.setClock('2026-11-21 10:31');
    expect(await time.work()).toEqual([]);
    expect(await time.history(id)).toEqual(['11-21 DELIVERED']);
    expect(await time.nextDue(id)).toBe('2026-11-22 10:30');
  });

  test('treats a clock set forward a day like a stop: one occurrence is missed; after a correction nothing is repeated', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ rule: daily });
    time.setClock('2026-11-22 10:00');
    expect(await time.work()).toEqual([]);
    time.setClock('2026-11-21 10:31');
    expect(await time.work()).toEqual([]);
    expect(await time.history(id)).toEqual(['11-21 MISSED']);
    expect(await time.nextDue(id)).toBe('2026-11-22 10:30');
  });

  test('skips and records an occurrence that falls due while the last run is open', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ rule: daily });
    time.setClock('2026-11-21 10:30');
    await time.work();
    time.setClock('2026-11-22 10:30');
    expect(await time.work()).toEqual([]);
    expect(await time.history(id)).toEqual(['11-21 EXECUTING', '11-22 SKIPPED']);
    expect((await time.world.test(id)).execution_status).toBe('EXECUTING');
  });

  test('lets an occurrence wait for the end of the last run if so configured, then starts it', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ rule: daily, overlap: 'wait' });
    time.setClock('2026-11-21 10:30');
    await time.work();
    time.setClock('2026-11-22 10:30');
    expect(await time.work()).toEqual([]);
    time.setClock('2026-11-23 10:30');
    expect(await time.work()).toEqual([]);
    expect(await time.history(id)).toEqual(['11-21 EXECUTING', '11-22 WAITING', '11-23 SKIPPED']);
    await time.endRuns(id);
    expect(await time.work()).toHaveLength(1);
    expect(await time.history(id)).toEqual(['11-21 DELIVERED', '11-22 EXECUTING', '11-23 SKIPPED']);
  });

  test('LIST-14 that is stopped is no longer due; a run that has started continues, one that waited does not start', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const id = await time.world.createTest({ rule: daily, overlap: 'wait' });
    time.setClock('2026-11-21 10:30');
    await time.work();
    time.setClock('2026-11-22 10:30');
    await time.work();
    const stop = () => time.db.transaction().execute((tx) => time.world.engineApi.stopRecurrence(tx, id));
    expect(await stop()).toMatchObject({ next_due: null });
    expect(await stop()).toBeNull();
    await time.endRuns(id);
    time.setClock('2026-11-23 10:30');
    expect(await time.work()).toEqual([]);
    expect(await time.history(id)).toEqual(['11-21 DELIVERED', '11-22 SKIPPED']);
    const [, second] = await time.db.selectFrom('runs').selectAll().orderBy('due_at').execute();
    expect(second).toMatchObject({ status: 'SKIPPED', message_total: 0 });
    expect(second?.closed_at).not.toBeNull();
  });

  test('with an unreadable rule is stopped and blocks no other', async () => {
    time = await createTimeWorld('2026-11-21 10:00');
    const broken = await time.world.createTest({ rule: daily });
    const id = await time.world.createTest({ rule: daily });
    await time.db
      .updateTable('tests')
      .set({ recurrence_rule: JSON.stringify({ frequency: 'days', interval: 1, start_date: 'soon' }) })
      .where('id', '=', broken)
      .execute();
    time.setClock('2026-11-21 10:30');
    expect(await time.work()).toHaveLength(1);
    expect(await time.nextDue(id)).toBe('2026-11-22 10:30');
    expect(await time.nextDue(broken)).toBeNull();
  });
});

test('Promise 2: 300 tests due at one instant have one run each, however many workers take them at once', async () => {
  time = await createTimeWorld('2026-11-21 10:00');
  const first = await time.world.createTest({ rule: daily });
  await copyTest(first, 299);
  time.setClock('2026-11-21 10:30');
  const begun = await Promise.all([time.work(), time.work(), time.work(), time.work()]);
  expect(begun.flat()).toHaveLength(300);
  const runs = await time.db.selectFrom('runs').select('test_id').execute();
  expect(new Set(runs.map((run) => run.test_id)).size).toBe(300);
  expect(runs).toHaveLength(300);
});

test('Promise 2: an occurrence that already has a run is not run again, whatever the test says is due', async () => {
  time = await createTimeWorld('2026-11-21 10:00');
  const id = await time.world.createTest({ rule: daily });
  const before = await time.world.test(id);
  time.setClock('2026-11-21 10:30');
  await time.work();
  await time.endRuns(id);
  await time.db
    .updateTable('tests')
    .set({ next_due: sqlTime(before.next_due), execution_status: 'DELIVERED' })
    .where('id', '=', id)
    .execute();
  const deps = { db: time.db, clock: time.world.clock, log: silentLog, deadlineMs: 60_000 };
  expect(await startDueBatch(deps)).toEqual({ runIds: [], testIds: [id] });
  expect(await time.history(id)).toEqual(['11-21 DELIVERED']);
  expect(await time.nextDue(id)).toBe('2026-11-22 10:30');
  expect((await time.world.test(id)).execution_status).toBe('DELIVERED');
});

/** Like an update: changes the row and reschedules the test in one transaction. */
async function reschedule(id: number, to: { test_type: 'IMMEDIATE' | 'SCHEDULED'; scheduled_at?: number }) {
  await time.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('tests')
      .set({ test_type: to.test_type, scheduled_at: sqlTime(to.scheduled_at ?? null) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await time.world.engineApi.scheduleTest(tx, row);
  });
}

async function copyTest(id: number, times: number): Promise<void> {
  const columns = sql.raw(
    'test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids, recurrence_rule, next_due, created_at, updated_at',
  );
  await sql`insert into tests (${columns}) select ${columns} from tests, generate_series(1, ${times}::int4)
    where id = ${id}`.execute(time.db);
}
