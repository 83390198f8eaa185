/** The simulated operator: creates, changes, deletes and stops tests, and records what each call promised. */
import type { Random } from '@textprobe/carrier-lab/random';
import { type Database, sqlTime, type Transaction } from '@textprobe/database/core/connection';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { deleteTest, type TestRow } from '@textprobe/database/tests/tests';
import { formatLosAngeles, losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { WireRecurrenceRule } from '@textprobe/domain/recurrence-rule';
import type { EngineApi } from '@textprobe/engine/api';

/** What a successful call promised for a test (promise 1). Instants in epoch milliseconds. */
export type Promised =
  | { readonly kind: 'once'; readonly dueAt: number }
  /** Every occurrence after `from` and before `until`. */
  | {
      readonly kind: 'recurring';
      readonly rule: WireRecurrenceRule;
      readonly from: number;
      readonly until: number;
    };

export interface Operator {
  readonly promised: ReadonlyMap<number, Promised>;
  act(db: Database): Promise<void>;
  /** Stops every recurrence. */
  stopAll(db: Database): Promise<void>;
}

const HOUR_MS = 3_600_000;

export function createOperator(deps: {
  random: Random;
  engineApi: EngineApi;
  now: () => number;
  officeIds: readonly number[];
  phoneIds: readonly number[];
}): Operator {
  const { random, engineApi, now } = deps;
  const promised = new Map<number, Promised>();
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random.next() * from.length)];

  function draw() {
    const roll = random.next();
    const at = now() + Math.floor(random.next() * 30 * HOUR_MS);
    const rule: WireRecurrenceRule = {
      interval: 1,
      frequency: 'days',
      start_date: losAngelesDate(now()),
      time: formatLosAngeles(at).slice(11, 16),
      ...(random.next() < 0.3 ? { end_date: losAngelesDate(now() + 48 * HOUR_MS) } : {}),
    };
    return {
      test_type: roll < 0.3 ? 'IMMEDIATE' : roll < 0.6 ? 'SCHEDULED' : 'RECURRING',
      recurrence_rule: JSON.stringify(roll < 0.6 ? {} : rule),
      scheduled_at: sqlTime(random.next() < 0.1 ? now() - HOUR_MS : at),
      overlap: random.next() < 0.5 ? 'skip' : 'wait',
      office_ids: deps.officeIds.slice(0, 1 + Math.floor(random.next() * deps.officeIds.length)),
      phone_ids: deps.phoneIds.slice(0, 1 + Math.floor(random.next() * deps.phoneIds.length)),
    } as const;
  }

  /** The promise for the row as the engine returned it. */
  function promiseOf(row: TestRow): Promised {
    if (row.test_type === 'RECURRING') {
      const rule = row.recurrence_rule as unknown as WireRecurrenceRule;
      return { kind: 'recurring', rule, from: now(), until: Infinity };
    }
    return { kind: 'once', dueAt: row.next_due ?? now() };
  }

  async function schedule(tx: Transaction, row: TestRow): Promise<TestRow> {
    const scheduled = await engineApi.scheduleTest(tx, row);
    if ('left' in scheduled) throw new Error('this night has no daily limits');
    return scheduled;
  }

  async function create(db: Database): Promise<void> {
    const sms = { message_type: 'SMS', body: 'Hi {first_name}' } as const;
    const ids = { partner_ids: [1], client_ids: [1] };
    const stamps = { created_at: sqlTime(now()), updated_at: sqlTime(now()) };
    const row = await db.transaction().execute(async (tx) => {
      const insert = tx.insertInto('tests').values({ ...sms, ...ids, ...stamps, ...draw() });
      return schedule(tx, await insert.returningAll().executeTakeFirstOrThrow());
    });
    promised.set(row.id, promiseOf(row));
  }

  async function change(db: Database): Promise<void> {
    const id = await anyTest(db);
    const row = await db.transaction().execute(async (tx) => {
      const update = tx.updateTable('tests').set(draw()).where('id', '=', id);
      const changed = await update
        .where('execution_status', '=', 'UNEXECUTED')
        .returningAll()
        .executeTakeFirst();
      return changed === undefined ? null : schedule(tx, changed);
    });
    if (row !== null) promised.set(id, promiseOf(row));
  }

  async function stop(db: Database, id: number): Promise<void> {
    const until = await db.transaction().execute(async (tx) => {
      const due = await dueOf(tx, id);
      return (await engineApi.stopRecurrence(tx, id)) === null ? null : due;
    });
    const before = promised.get(id);
    if (until !== null && before?.kind === 'recurring') promised.set(id, { ...before, until });
  }

  async function anyTest(db: Database): Promise<number> {
    const rows = await db.selectFrom('tests').select('id').orderBy('id').execute();
    return pick(rows)?.id ?? 0;
  }

  return {
    promised,
    async act(db) {
      const roll = random.next();
      if (roll < 0.6) await create(db);
      else if (roll < 0.8) await change(db);
      else if (roll < 0.9) await stop(db, await anyTest(db));
      else await deleteTest(db, ALL_PARTNERS, await anyTest(db));
    },
    async stopAll(db) {
      for (const id of promised.keys()) await stop(db, id);
    },
  };
}

async function dueOf(tx: Transaction, id: number): Promise<number | null> {
  const query = tx.selectFrom('tests').select('next_due').where('id', '=', id);
  return (await query.forUpdate().executeTakeFirst())?.next_due ?? null;
}
