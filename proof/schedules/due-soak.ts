/**
 * The soak test of promise 2: workers on one database are killed at random with SIGKILL and replaced while occurrences fall
 * due. From time to time a test's due instant is reset to one that already had its run, as after restoring a backup or a
 * clock error.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '@textprobe/database/core/connection';
import { type Child, startScript } from '@textprobe/domain/testing/child-program';
import { sql } from 'kysely';

const program = fileURLToPath(new URL('../../packages/engine/src/testing/soak-worker.ts', import.meta.url));

export interface SoakOptions {
  readonly db: Database;
  readonly url: string;
  readonly gatewayId: number;
  readonly officeId: number;
  readonly phoneId: number;
  /** Tests with one due instant each, half of them scheduled, half recurring. */
  readonly occurrences: number;
  /** The period in which they fall due at random. */
  readonly spanMs: number;
  readonly workers: number;
  /** The maximum random delay between kills. */
  readonly killEveryMs: number;
  /** How long the remaining runs may take after the last one has fallen due. */
  readonly patienceMs: number;
}

const MIN_KILLS = 3;

/** The result. Durations are milliseconds. */
export interface SoakResult {
  readonly kills: number;
  readonly setBack: number;
  readonly runs: number;
  /** Tests without a run, or with more than one. */
  readonly wrongTests: number;
  readonly messages: number;
  /** From the due instant to its run and to its message. */
  readonly latestRunMs: number;
  readonly latestMessageMs: number;
}

export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { db, occurrences, spanMs } = options;
  const children = new Set<Child>();
  const addWorker = () => startWorker(options, children);
  await Promise.all(Array.from({ length: options.workers }, addWorker));
  const endsAt = Date.now() + spanMs;
  await insertTests(options);
  let kills = 0;
  let setBack = 0;
  try {
    // On a slow machine few workers start in that time, so also wait for a minimum of kills.
    while (Date.now() < endsAt || kills < MIN_KILLS || setBack === 0) {
      await sleep(Math.random() * options.killEveryMs);
      const victims = [...children];
      victims[Math.floor(Math.random() * victims.length)]?.process.kill('SIGKILL');
      kills += 1;
      setBack += await setOneBack(db);
      await addWorker();
    }
    const timeoutAt = Date.now() + options.patienceMs;
    while ((await countMessages(db)) < occurrences && Date.now() < timeoutAt) await sleep(100);
  } finally {
    await Promise.all([...children].map((child) => child.end('SIGKILL')));
  }
  return { kills, setBack, ...(await judge(db)) };
}

async function startWorker({ url, gatewayId }: SoakOptions, children: Set<Child>): Promise<void> {
  const child = startScript(program, [url, String(gatewayId)]);
  child.process.stderr.pipe(process.stderr, { end: false });
  children.add(child);
  void child.ended.then(() => children.delete(child));
  // It may be killed before it is ready.
  await child.said(/working/u).catch(() => undefined);
}

/** Recurring tests recur after 999 days, so that each has one occurrence in the period. */
async function insertTests({ db, occurrences, spanMs, officeId, phoneId }: SoakOptions): Promise<void> {
  await sql`
    insert into tests (test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids, recurrence_rule,
      scheduled_at, next_due, created_at, updated_at)
    select case when n % 2 = 0 then 'SCHEDULED' else 'RECURRING' end, 'SMS', 'soak', array[1], array[1],
      array[${officeId}::int4], array[${phoneId}::int4],
      '{"interval":999,"frequency":"days","start_date":"2020-01-01","time":"00:00"}', due, due, now(), now()
    from (select n, clock_timestamp() + random() * make_interval(secs => ${spanMs / 1000}::float8) as due
      from generate_series(1, ${occurrences}::int4) n) x`.execute(db);
}

/** Makes a test due again at an instant that already had its run. */
async function setOneBack(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    update tests t set next_due = r.due_at from runs r
    where r.test_id = t.id and t.id = (select test_id from runs order by random() limit 1)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

async function countMessages(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from messages`.execute(db);
  return rows[0]?.count ?? 0;
}

async function judge(db: Database): Promise<Omit<SoakResult, 'kills' | 'setBack'>> {
  const { rows } = await sql<Omit<SoakResult, 'kills' | 'setBack'>>`
    select
      (select count(*) from runs where status = 'EXECUTING') as runs,
      (select count(*) from tests t where (select count(*) from runs r where r.test_id = t.id) <> 1) as "wrongTests",
      (select count(*) from messages) as messages,
      (select coalesce(max(extract(epoch from created_at - due_at)) * 1000, 0)::float8 from runs) as "latestRunMs",
      (select coalesce(max(extract(epoch from m.created_at - r.due_at)) * 1000, 0)::float8
        from messages m join runs r on r.id = m.run_id) as "latestMessageMs"`.execute(db);
  const [result] = rows;
  if (result === undefined) throw new Error('the database returned no row');
  return result;
}
